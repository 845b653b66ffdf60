import { encodeBody } from '../../../spec/body.ts'
import {
  responseFor,
  type Document,
  type MediaType,
  type Operation,
  type Response,
  type SchemaNode,
} from '../../../spec/document.ts'
import type { HttpRequest } from '../../../spec/http.ts'
import { concreteType, isJsonType, isXmlType } from '../../../spec/http/media-type.ts'
import { isArray, isJsonObject, stringifyJson, type Json, type JsonObject } from '../../../spec/json.ts'
import { itemsOf, possiblePropertiesOf, requiredOf } from '../../../spec/schemas/properties.ts'
import { keywordOf, resolveRef } from '../../../spec/schemas/subschemas.ts'
import { enumValues, typesOf } from '../../../spec/schemas/types.ts'
import { addedErrors } from '../../../spec/undescribed/added-errors.ts'
import { createDictionary } from '../../../spec/util/dictionary.ts'
import { escapeHtml } from '../../../spec/util/escape-html.ts'
import { getOrInsertComputed } from '../../../spec/util/memo.ts'
import { allows, type Issue, type Validator } from '../../../spec/validate.ts'
import type { Refused } from '../../behaviour.ts'
import type { Fake } from '../../data/fake.ts'
import { withDeclaredStatus } from '../../http/declared-status.ts'
import type { MaybePromise } from '../../maybe-promise.ts'
import { after } from '../../maybe-promise.ts'
import { chooseMedia } from '../response/choose-media.ts'
import type { Payload } from '../response/payload.ts'
import { sentences, type ErrorFacts, type Filler } from './error-facts.ts'
import { alternatives, createFiller } from './error-filler.ts'
import { namedCode } from './named-code.ts'
import { plainErrorOf } from './plain-error.ts'
import { statusText } from './status-text.ts'

/** What an error response contains. */
interface WrittenError {
  readonly status: number
  readonly payload: Payload
}

/** Writes refusals in the document's error format. */
export interface ErrorWriter {
  /**
   * Writes a refusal with the status that the operation declares for such refusals.
   * @param operation Any operation of the path if the method has none; undefined if there is no such path.
   */
  write(
    refused: Refused,
    operation: Operation | undefined,
    request: HttpRequest,
    now: Date,
  ): MaybePromise<WrittenError>
}

export interface ErrorWriterOptions {
  readonly document: Document
  readonly operations: readonly Operation[]
  readonly validator: Validator
  readonly fake: Fake
}

/**
 * Writes refusals in the schema that the operation declares for the status, else in the most common error schema of the
 * document, else as `{ code, message, status, details }`. The format is JSON, unless the client prefers another declared
 * media type, or the document has XML and no JSON.
 */
export function createErrorWriter(options: ErrorWriterOptions): ErrorWriter {
  const formats = new Map<string, ErrorFormat>()
  const formatOf = (media: MediaType): ErrorFormat => {
    return getOrInsertComputed(formats, media.pointer, () => createFormat(options, media))
  }
  const common = commonError(options)
  const plain = plainErrorOf(options.operations)
  const asPlain = isXmlOnly(options.operations) ? asXml : asJson
  return {
    write(given, operation, request, now) {
      const refused = operation ? withDeclaredStatus(operation, given) : given
      const isUntold =
        operation && refused !== given && given.status !== 400 && leavesOpen(options.document, operation)
      const facts = factsOf(isUntold ? given : refused, operation, request.path, now)
      const { status } = facts
      const declared = operation && responseFor(operation, refused.status)
      // What is listed of invalid input is a text in other errors.
      if (isUntold && listsDetails(options.document, declared))
        return { status, payload: asJson({ detail: facts.message }) }
      const content = declared?.content ?? []
      const other =
        content.length === 0 && common && allowsStatus(options, common, facts) ? common : undefined
      const media = chooseMedia(errorMedia(content), request) ?? other
      return after(media && formatOf(media)(facts), (payload) => ({
        status,
        payload: payload ?? asPlain(plain(facts)),
      }))
    },
  }
}

/** Errors about the client rather than about the request. */
const ofClient = /^(?:40[1378]|429)$/

/** Whether the author of the document tells no error: a status that the framework declares for invalid input says nothing of others. */
function leavesOpen(document: Document, operation: Operation): boolean {
  const added = addedErrors(document, operation)
  const isAuthors = (status: string): boolean =>
    !/^[23]/.test(status) && !added.has(status) && !ofClient.test(status)
  return added.size > 0 && !operation.responses.some(({ status }) => isAuthors(status))
}

function listsDetails(document: Document, response: Response | undefined): boolean {
  const schema = response?.content[0]?.schema
  const detail = schema && possiblePropertiesOf(document, schema).get('detail')
  return detail !== undefined && typesOf(document, detail).has('array')
}

/** Whether a schema is not one of errors with another status: `status: {const: 404}`. */
function allowsStatus(
  { document, validator }: ErrorWriterOptions,
  { schema }: MediaType,
  { status }: ErrorFacts,
): boolean {
  return [...(schema ? possiblePropertiesOf(document, schema) : [])].every(
    ([name, node]) =>
      !/^(?:status|code)(?:_?code)?$/i.test(name) ||
      ![keywordOf(document, node, 'const'), ...enumValues(document, node)].some(isStatus) ||
      validator.of(node, 'response').accepts(status) ||
      validator.of(node, 'response').accepts(String(status)),
  )
}

const isStatus = (value: unknown): boolean => /^[1-5]\d\d$/.test(String(value))

/** Whether the document's responses have XML but no JSON. */
function isXmlOnly(operations: readonly Operation[]): boolean {
  const types = operations.flatMap(({ responses }) =>
    responses.flatMap(({ content }) => content.map(({ type }) => type)),
  )
  return types.some(isXmlType) && !types.some((type) => isJsonType(concreteType(type)))
}

/** Writes the facts of an error in one schema; undefined if they do not fit. */
type ErrorFormat = (facts: ErrorFacts) => MaybePromise<Payload | undefined>

function factsOf(
  refused: Refused,
  operation: Operation | undefined,
  instance: string,
  now: Date,
): ErrorFacts {
  const { status, message } = refused
  const details = distinct(refused.details ?? [])
  const code = (operation && namedCode(refused, operation)) ?? refused.code
  return { status, code, title: statusText(status), message, details, instance, now }
}

/** Without what several parts of a schema say of the same value. */
const distinct = (details: readonly Issue[]): readonly Issue[] =>
  details.length < 2
    ? details
    : [...new Map(details.map((each) => [`${each.in} ${each.path} ${each.message}`, each])).values()]

function createFormat(options: ErrorWriterOptions, media: MediaType): ErrorFormat {
  const type = concreteType(media.type)
  const { schema } = media
  const plain = plainErrorOf(options.operations)
  const isText = !isJsonType(type) && !isXmlType(type)
  if (schema === undefined) {
    if (isText) return textFormat(options, media, type)
    return (facts) => ({ ...(isJsonType(type) ? asJson : asXml)(plain(facts)), type })
  }
  const types = typesOf(options.document, schema)
  // A text format may contain an object as JSON text, except HTML, where that could be markup.
  const isObject = types.has('object') && !type.startsWith('text/html')
  if (!isObject && (isText || (isXmlType(type) && types.size > 0))) return textFormat(options, media, type)
  const isOpen = possiblePropertiesOf(options.document, schema).size === 0
  const fillers = alternatives(options.document, schema).map((node) => createFiller(options, node))
  const validate = options.validator.of(schema, 'response')
  // An error that matches several branches of a oneOf is still what clients expect.
  const isExpected = (value: Json): boolean => allows(validate, value)
  const fitting = (facts: ErrorFacts): Json | undefined =>
    firstValid(fillers, facts, validate.accepts) ?? firstValid(fillers, facts, isExpected)
  return (facts) => {
    const withDetails = withDetailsInMessage(facts)
    const listed = fitting(facts)
    const told = listed !== undefined && tellsAll(listed, facts) ? listed : fitting(withDetails)
    if (told !== undefined) return written(media, type, told)
    if (isOpen && validate.accepts(plain(facts))) return written(media, type, plain(facts))
    const key = `${media.pointer} ${facts.status}`
    return after(options.fake.value(schema, 'response', { key }), (generated) => {
      const filled = [facts, withDetails].map((each) => fillers.at(-1)?.(each))
      const least = filled.flatMap((each) =>
        each ? [completed(options.document, schema, generated, each)] : [],
      )
      const valid = least.filter(isExpected)
      const value =
        valid.find((each) => tellsAll(each, facts)) ??
        valid.at(-1) ??
        overlay(generated, filled[1], isExpected)
      return isExpected(value) ? written(media, type, value) : undefined
    })
  }
}

/** Whether the message of each of the details is somewhere in an error. */
function tellsAll(value: Json, { details }: ErrorFacts): boolean {
  const texts = textsIn(value)
  return details.every(({ message }) => texts.some((text) => text.includes(message)))
}

function textsIn(value: Json): readonly string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}

function written(media: MediaType, type: string, value: Json): Payload {
  return isJsonType(type)
    ? { type, body: stringifyJson(value) }
    : { type, body: encodeBody(value, media).bytes }
}

/** Writes the message and the details as plain text, or as much as the schema allows. */
function textFormat(
  { validator, fake }: ErrorWriterOptions,
  { schema, pointer }: MediaType,
  type: string,
): ErrorFormat {
  const isValid = (text: string): boolean =>
    schema === undefined || validator.of(schema, 'response').accepts(text)
  return (facts) => {
    const texts = [withDetailsInMessage(facts).message, facts.message, facts.title, facts.code]
    const body = texts.map(type.startsWith('text/html') ? escapeHtml : String).find(isValid)
    if (body !== undefined || schema === undefined) return { type, body: body ?? facts.message }
    return after(fake.value(schema, 'response', { key: pointer }), (value) =>
      typeof value === 'string' ? { type, body: value } : undefined,
    )
  }
}

function firstValid(
  fillers: readonly Filler[],
  facts: ErrorFacts,
  isValid: (value: Json) => boolean,
): Json | undefined {
  for (const filler of fillers) {
    const value = filler(facts)
    if (value !== undefined && isValid(value)) return value
  }
  return undefined
}

/** The facts with what their schema requires beside them, taken from a generated value. */
function completed(document: Document, node: SchemaNode, generated: Json | undefined, facts: Json): Json {
  if (isArray(facts)) {
    const items = itemsOf(document, node)
    const [item] = generated !== undefined && isArray(generated) ? generated : []
    return items ? facts.map((each) => completed(document, items, item, each)) : facts
  }
  if (!isJsonObject(generated) || !isJsonObject(facts)) return facts
  const value: Record<string, Json> = createDictionary()
  for (const [name, property] of possiblePropertiesOf(document, node)) {
    const fact = facts[name]
    const other = generated[name]
    if (fact !== undefined) value[name] = completed(document, property, other, fact)
    else if (other !== undefined && requiredOf(document, node).has(name)) value[name] = other
  }
  return value
}

/** Puts as many of the facts into a generated value as possible while it stays valid. */
function overlay(generated: Json, facts: Json | undefined, isValid: (value: Json) => boolean): Json {
  if (facts === undefined) return generated
  const whole = merged(generated, facts)
  if (isValid(whole)) return whole
  if (!isJsonObject(generated) || !isJsonObject(facts)) return generated
  let value: JsonObject = generated
  for (const [name, fact] of Object.entries(facts)) {
    const candidate = { ...value, [name]: merged(value[name], fact) }
    if (isValid(candidate)) value = candidate
  }
  return value
}

/** The facts, completed by the generated value. */
function merged(generated: Json | undefined, facts: Json): Json {
  if (Array.isArray(facts)) {
    const [item] = Array.isArray(generated) ? (generated as readonly Json[]) : []
    return facts.map((each: Json) => merged(item, each))
  }
  if (!isJsonObject(generated) || !isJsonObject(facts)) return facts
  const entries = Object.entries(facts).map(([name, fact]) => [name, merged(generated[name], fact)] as const)
  return { ...generated, ...Object.fromEntries(entries) }
}

/** Appends the details to the message, for a schema without a place for them. */
function withDetailsInMessage(facts: ErrorFacts): ErrorFacts {
  const [only] = facts.details
  return only === undefined || only.message === facts.message
    ? facts
    : { ...facts, message: `${facts.message} ${sentences(facts.details)}` }
}

const asJson = (value: JsonObject): Payload => ({ type: 'application/json', body: stringifyJson(value) })

const xmlError: MediaType = {
  type: 'application/xml',
  schema: { schema: { xml: { name: 'error' } }, pointer: '#' },
  examples: [],
  encoding: {},
  pointer: '#',
}

const asXml = (value: JsonObject): Payload => ({
  type: 'application/xml',
  body: encodeBody(value, xmlError).bytes,
})

const mediaCache = new WeakMap<readonly MediaType[], readonly MediaType[]>()

/** The media types that errors can be written in: JSON before XML before text. */
function errorMedia(content: readonly MediaType[]): readonly MediaType[] {
  const known = mediaCache.get(content)
  if (known !== undefined) return known
  const kinds = [isJsonType, isXmlType, (type: string) => type.startsWith('text/')]
  const found = [...new Set(kinds.flatMap((is) => content.filter(({ type }) => is(concreteType(type)))))]
  mediaCache.set(content, found)
  return found
}

/** The media type whose schema is the most common one among the document's error responses. */
function commonError({ document, operations }: ErrorWriterOptions): MediaType | undefined {
  const counts = new Map<string, { readonly media: MediaType; count: number }>()
  for (const { responses } of operations) {
    for (const { status, content } of responses) {
      const [media] = /^(?:[45]|default)/.test(status) ? errorMedia(content) : []
      if (media?.schema === undefined) continue
      const { pointer, schema } = resolveRef(document, media.schema)
      const key = pointer.startsWith('#/components/') ? pointer : stringifyJson(schema as Json)
      const known = counts.get(key) ?? { media, count: 0 }
      counts.set(key, { ...known, count: known.count + 1 })
    }
  }
  return [...counts.values()].sort((a, b) => b.count - a.count)[0]?.media
}
