import { encodeBody } from '../../../spec/body.ts'
import { responseFor, type Document, type MediaType, type Operation } from '../../../spec/document.ts'
import { escapeHtml } from '../../../spec/util/escape-html.ts'
import type { HttpRequest } from '../../../spec/http.ts'
import { isJsonObject, stringifyJson, type Json, type JsonObject } from '../../../spec/json.ts'
import { concreteType, isJsonType, isXmlType } from '../../../spec/http/media-type.ts'
import { possiblePropertiesOf } from '../../../spec/schemas/properties.ts'
import { resolveRef } from '../../../spec/schemas/subschemas.ts'
import { typesOf } from '../../../spec/schemas/types.ts'
import { allows, type Issue, type Validator } from '../../../spec/validate.ts'
import type { MaybePromise } from '../../maybe-promise.ts'
import type { Refused } from '../../behaviour.ts'
import type { Fake } from '../../data/fake.ts'
import { after } from '../../maybe-promise.ts'
import { sentences, type ErrorFacts, type Filler } from './error-facts.ts'
import { alternatives, createFiller, holdsDetails } from './error-filler.ts'
import { chooseMedia } from '../response/choose-media.ts'
import type { Payload } from '../response/payload.ts'
import { statusText } from './status-text.ts'

/** Writes refusals as the document writes errors. */
export interface ErrorWriter {
  /** `operation` is one of the path where the method has none, and undefined where there is no such path. */
  write(
    refused: Refused,
    operation: Operation | undefined,
    request: HttpRequest,
    now: Date,
  ): MaybePromise<Payload>
}

export interface ErrorWriterOptions {
  readonly document: Document
  readonly operations: readonly Operation[]
  readonly validator: Validator
  readonly fake: Fake
}

/**
 * Writes refusals in the schema that the operation declares for the status; where it declares none, in the one that
 * most errors of the document have; where there is none of that either, as `{ code, message, status, details }`. In JSON
 * unless the client likes another declared type better, in XML where the document knows no JSON.
 */
export function createErrorWriter(options: ErrorWriterOptions): ErrorWriter {
  const shapes = new Map<string, Shape>()
  const shapeOf = (media: MediaType): Shape => {
    const known = shapes.get(media.pointer) ?? createShape(options, media)
    shapes.set(media.pointer, known)
    return known
  }
  const common = commonError(options)
  const plain = isXmlOnly(options.operations) ? plainXml : plainJson
  return {
    write(refused, operation, request, now) {
      const facts = factsOf(refused, request.path, now)
      const declared = operation && responseFor(operation, refused.status)
      const content = declared?.content ?? []
      const media = chooseMedia(errorMedia(content), request) ?? (content.length === 0 ? common : undefined)
      return after(media && shapeOf(media)(facts), (payload) => payload ?? plain(facts))
    },
  }
}

/** Whether the document speaks XML, and no JSON anywhere. */
function isXmlOnly(operations: readonly Operation[]): boolean {
  const types = operations.flatMap(({ responses }) =>
    responses.flatMap(({ content }) => content.map(({ type }) => type)),
  )
  return types.some(isXmlType) && !types.some((type) => isJsonType(concreteType(type)))
}

/** Writes facts in one schema; undefined when they cannot be made to fit. */
type Shape = (facts: ErrorFacts) => MaybePromise<Payload | undefined>

function factsOf(refused: Refused, instance: string, now: Date): ErrorFacts {
  const { status, code, message, details = [] } = refused
  return { status, code, title: statusText(status), message, details, instance, now }
}

function createShape(options: ErrorWriterOptions, media: MediaType): Shape {
  const type = concreteType(media.type)
  const { schema } = media
  const isText = !isJsonType(type) && !isXmlType(type)
  if (schema === undefined) {
    if (isText) return textShape(options, media, type)
    return (facts) => ({ ...(isJsonType(type) ? plainJson : plainXml)(facts), type })
  }
  const types = typesOf(options.document, schema)
  // An object may be told in its JSON text, but not in HTML, where that could be more than text.
  const isObject = types.has('object') && !type.startsWith('text/html')
  if (!isObject && (isText || (isXmlType(type) && types.size > 0))) return textShape(options, media, type)
  const hasList = holdsDetails(options.document, schema)
  const isOpen = possiblePropertiesOf(options.document, schema).size === 0
  const fillers = alternatives(options.document, schema).map((node) => createFiller(options, node))
  const validate = options.validator.of(schema, 'response')
  // Branches of a oneOf that overlap for all there is to say are still what clients expect.
  const isExpected = (value: Json): boolean => allows(validate, value)
  return (given) => {
    const facts = hasList ? given : told(given)
    const fitting = firstValid(fillers, facts, validate.accepts) ?? firstValid(fillers, facts, isExpected)
    if (fitting !== undefined) return written(media, type, fitting)
    if (isOpen && validate.accepts(plain(given))) return written(media, type, plain(given))
    const key = `${media.pointer} ${facts.status}`
    return after(options.fake.value(schema, 'response', { key }), (generated) => {
      const value = overlay(generated, fillers.at(-1)?.(facts), isExpected)
      return isExpected(value) ? written(media, type, value) : undefined
    })
  }
}

function written(media: MediaType, type: string, value: Json): Payload {
  return isJsonType(type)
    ? { type, body: stringifyJson(value) }
    : { type, body: encodeBody(value, media).bytes }
}

/** The message and the details as plain text, or as much of it as the schema allows. */
function textShape(
  { validator, fake }: ErrorWriterOptions,
  { schema, pointer }: MediaType,
  type: string,
): Shape {
  const isValid = (text: string): boolean =>
    schema === undefined || validator.of(schema, 'response').accepts(text)
  return (facts) => {
    const texts = [told(facts).message, facts.message, facts.title, facts.code]
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

/** A valid generated value with as many of the facts in it as it can hold. */
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

/** The facts, and from the generated value what they leave open. */
function merged(generated: Json | undefined, facts: Json): Json {
  if (Array.isArray(facts)) {
    const [item] = Array.isArray(generated) ? (generated as readonly Json[]) : []
    return facts.map((each: Json) => merged(item, each))
  }
  if (!isJsonObject(generated) || !isJsonObject(facts)) return facts
  const entries = Object.entries(facts).map(([name, fact]) => [name, merged(generated[name], fact)] as const)
  return { ...generated, ...Object.fromEntries(entries) }
}

/** Facts for a schema without a list: the message tells the details too. */
function told(facts: ErrorFacts): ErrorFacts {
  return facts.details.length === 0
    ? facts
    : { ...facts, message: `${facts.message} ${sentences(facts.details)}` }
}

function plain({ code, message, status, details }: ErrorFacts): JsonObject {
  return { code, message, status, ...(details.length > 0 && { details: details.map(detail) }) }
}

function plainJson(facts: ErrorFacts): Payload {
  return { type: 'application/json', body: stringifyJson(plain(facts)) }
}

const xmlError: MediaType = {
  type: 'application/xml',
  schema: { schema: { xml: { name: 'error' } }, pointer: '#' },
  examples: [],
  encoding: {},
  pointer: '#',
}

function plainXml(facts: ErrorFacts): Payload {
  return { type: 'application/xml', body: encodeBody(plain(facts), xmlError).bytes }
}

function detail({ in: place, path, keyword, message }: Issue): Json {
  return { in: place, path, keyword, message }
}

const tellers = new WeakMap<readonly MediaType[], readonly MediaType[]>()

/** JSON before XML before text; nothing else can tell an error. */
function errorMedia(content: readonly MediaType[]): readonly MediaType[] {
  const known = tellers.get(content)
  if (known !== undefined) return known
  const kinds = [isJsonType, isXmlType, (type: string) => type.startsWith('text/')]
  const found = [...new Set(kinds.flatMap((is) => content.filter(({ type }) => is(concreteType(type)))))]
  tellers.set(content, found)
  return found
}

/** The media type whose schema most of the document's error responses have. */
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
