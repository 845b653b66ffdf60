import { encodeBody } from '../../../spec/body.ts'
import type { Document, MediaType, Operation, SchemaNode } from '../../../spec/document.ts'
import { concreteType, isJsonType, isXmlType } from '../../../spec/http/media-type.ts'
import { isArray, isJsonObject, stringifyJson, type Json, type JsonObject } from '../../../spec/json.ts'
import { itemsOf, possiblePropertiesOf, requiredOf } from '../../../spec/schemas/properties.ts'
import { typesOf } from '../../../spec/schemas/types.ts'
import { createDictionary } from '../../../spec/util/dictionary.ts'
import { escapeHtml } from '../../../spec/util/escape-html.ts'
import { allows, type Validator } from '../../../spec/validate.ts'
import type { Fake } from '../../data/fake.ts'
import { after, type MaybePromise } from '../../maybe-promise.ts'
import type { Payload } from '../response/payload.ts'
import { sentences, type ErrorFacts, type Filler } from './error-facts.ts'
import { alternatives, createFiller } from './error-filler.ts'
import { plainErrorOf } from './plain-error.ts'

export interface ErrorWriterOptions {
  readonly document: Document
  readonly operations: readonly Operation[]
  readonly validator: Validator
  readonly fake: Fake
}

/** Writes the facts of an error in one schema; undefined if they do not fit. */
export type ErrorFormat = (facts: ErrorFacts) => MaybePromise<Payload | undefined>

/** Returns what writes errors in a media type. */
export function createFormat(options: ErrorWriterOptions, media: MediaType): ErrorFormat {
  const type = concreteType(media.type)
  const { schema } = media
  const isText = !isJsonType(type) && !isXmlType(type)
  if (schema === undefined) return isText ? textFormat(options, media, type) : plainFormat(options, type)
  const types = typesOf(options.document, schema)
  // A text format may contain an object as JSON text, except HTML, where that could be markup.
  const isObject = types.has('object') && !type.startsWith('text/html')
  return !isObject && (isText || (isXmlType(type) && types.size > 0))
    ? textFormat(options, media, type)
    : structuredFormat(options, media, schema)
}

/** Writes all facts in JSON or XML without a schema. */
function plainFormat({ operations }: ErrorWriterOptions, type: string): ErrorFormat {
  const plain = plainErrorOf(operations)
  return (facts) => ({ ...(isJsonType(type) ? asJson : asXml)(plain(facts)), type })
}

/** Writes the facts where the schema has a place for them, and what it requires besides. */
function structuredFormat(options: ErrorWriterOptions, media: MediaType, schema: SchemaNode): ErrorFormat {
  const type = concreteType(media.type)
  const { document, validator, fake } = options
  const plain = plainErrorOf(options.operations)
  const isOpen = possiblePropertiesOf(document, schema).size === 0
  const fillers = alternatives(document, schema).map((node) => createFiller(options, node))
  const validate = validator.of(schema, 'response')
  // An error that matches several branches of a oneOf is still what clients expect.
  const isExpected = (value: Json): boolean => allows(validate, value)
  const fitting = (facts: ErrorFacts): Json | undefined =>
    firstValid(fillers, facts, validate.accepts) ?? firstValid(fillers, facts, isExpected)
  /** A generated error with as many of the facts as it may have; undefined if none is valid. */
  const within = (generated: Json, facts: ErrorFacts, withDetails: ErrorFacts): Json | undefined => {
    const filled = [facts, withDetails].map((each) => fillers.at(-1)?.(each))
    const valid = filled
      .flatMap((each) => (each ? [completed(document, schema, generated, each)] : []))
      .filter(isExpected)
    const told = valid.find((each) => tellsAll(each, facts)) ?? valid.at(-1)
    return [told ?? overlay(generated, filled[1], isExpected)].find(isExpected)
  }
  return (facts) => {
    const withDetails = withDetailsInMessage(facts)
    const listed = fitting(facts)
    const told = listed !== undefined && tellsAll(listed, facts) ? listed : fitting(withDetails)
    if (told !== undefined) return written(media, type, told)
    if (isOpen && validate.accepts(plain(facts))) return written(media, type, plain(facts))
    const key = `${media.pointer} ${facts.status}`
    return after(fake.value(schema, 'response', { key }), (generated) => {
      const value = within(generated, facts, withDetails)
      return value === undefined ? undefined : written(media, type, value)
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

export const asJson = (value: JsonObject): Payload => ({
  type: 'application/json',
  body: stringifyJson(value),
})

const xmlError: MediaType = {
  type: 'application/xml',
  schema: { schema: { xml: { name: 'error' } }, pointer: '#' },
  examples: [],
  encoding: {},
  pointer: '#',
}

export const asXml = (value: JsonObject): Payload => ({
  type: 'application/xml',
  body: encodeBody(value, xmlError).bytes,
})
