import type { ErrorObject } from 'ajv'
import { isArray, stringifyJson, type Json } from '../json.ts'

type Params = Readonly<Record<string, unknown>>
type Describe = (params: Params) => string

/** Values of an `enum` listed in a sentence. */
const maxListed = 50

function list(values: unknown): string {
  const all = values as readonly Json[]
  const named = all.slice(0, maxListed).map((value) => quote(value))
  const more = all.length - named.length
  return [...named, ...(more > 0 ? [`… (${String(more)} more)`] : [])].join(', ')
}

const count = (amount: unknown, one: string, many: string): string =>
  `${String(amount)} ${amount === 1 ? one : many}`
const withArticle = (type: unknown): string => articles[String(type)] ?? String(type)
const articles: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  integer: 'an integer',
  boolean: 'a boolean',
  object: 'an object',
  array: 'an array',
}
const types = (type: unknown): string => [type].flat().map(withArticle).join(' or ')

const descriptions: Readonly<Record<string, Describe>> = {
  type: ({ type }) => `must be ${types(type)}`,
  required: ({ missingProperty }) => `must have the property '${String(missingProperty)}'`,
  dependentRequired: ({ missingProperty, property }) =>
    `must have the property '${String(missingProperty)}' because it has '${String(property)}'`,
  additionalProperties: ({ additionalProperty }) =>
    `must not have the property '${String(additionalProperty)}'`,
  unevaluatedProperties: ({ unevaluatedProperty }) =>
    `must not have the property '${String(unevaluatedProperty)}'`,
  minimum: ({ limit }) => `must be at least ${String(limit)}`,
  maximum: ({ limit }) => `must be at most ${String(limit)}`,
  exclusiveMinimum: ({ limit }) => `must be greater than ${String(limit)}`,
  exclusiveMaximum: ({ limit }) => `must be less than ${String(limit)}`,
  multipleOf: ({ multipleOf }) => `must be a multiple of ${String(multipleOf)}`,
  minLength: ({ limit }) => `must have at least ${count(limit, 'character', 'characters')}`,
  maxLength: ({ limit }) => `must have at most ${count(limit, 'character', 'characters')}`,
  pattern: ({ pattern }) => `must match the pattern ${String(pattern)}`,
  format: ({ format }) => `must be a valid ${String(format)}`,
  enum: ({ allowedValues }) => `must be one of ${list(allowedValues)}`,
  const: ({ allowedValue }) => `must be ${quote(allowedValue as Json)}`,
  minItems: ({ limit }) => `must have at least ${count(limit, 'item', 'items')}`,
  maxItems: ({ limit }) => `must have at most ${count(limit, 'item', 'items')}`,
  unevaluatedItems: ({ limit }) => `must have at most ${count(limit, 'item', 'items')}`,
  items: ({ limit }) => `must have at most ${count(limit, 'item', 'items')}`,
  uniqueItems: ({ i, j }) => `must not have equal items (${String(j)} and ${String(i)})`,
  minProperties: ({ limit }) => `must have at least ${count(limit, 'property', 'properties')}`,
  maxProperties: ({ limit }) => `must have at most ${count(limit, 'property', 'properties')}`,
  propertyNames: ({ propertyName }) => `must not have a property named '${String(propertyName)}'`,
  contains: ({ minContains }) =>
    `must contain at least ${count(minContains, 'matching item', 'matching items')}`,
  anyOf: () => 'must match at least one of the allowed schemas',
  oneOf: ({ passingSchemas }) =>
    passingSchemas === null
      ? 'must match one of the allowed schemas'
      : 'must match exactly one of the allowed schemas, but matches several: the document contradicts itself where they overlap',
  not: () => 'must not match the forbidden schema',
  'false schema': () => 'is not allowed',
}

/** Keywords about the properties of a value, where quoting the whole value would not help. */
const aboutStructure = new Set([
  'required',
  'dependentRequired',
  'additionalProperties',
  'unevaluatedProperties',
  'propertyNames',
])

/** A sentence that describes an ajv error and quotes the exact value: `12 must be at most 10.` */
export function sentence(error: ErrorObject, value: Json | undefined): string {
  const describe = descriptions[error.keyword]
  const text = describe ? describe(error.params as Params) : `does not satisfy '${error.keyword}'`
  const subject = value === undefined || aboutStructure.has(error.keyword) ? 'The value' : quote(value)
  return `${subject} ${text}.`
}

/** A value as JSON, cut off with `…` after 60 characters. */
export function quote(value: Json): string {
  const text = stringifyJson(beginning(value, { left: maxLength }))
  const characters = [...text]
  return characters.length > maxLength ? `${characters.slice(0, maxLength - 1).join('')}…` : text
}

const maxLength = 60

/** The part of a value that determines the first characters of its JSON: each value within takes at least one. */
function beginning(value: Json, room: { left: number }): Json {
  room.left -= 1
  if (typeof value === 'string') return value.slice(0, 2 * maxLength)
  if (typeof value !== 'object' || value === null) return value
  if (isArray(value)) {
    const items: Json[] = []
    for (let index = 0; index < value.length && room.left > 0; index++)
      items.push(beginning(value[index]!, room))
    return items
  }
  const members: [string, Json][] = []
  for (const name in value) {
    if (room.left <= 0) break
    members.push([name.slice(0, 2 * maxLength), beginning(value[name]!, room)])
  }
  return Object.fromEntries(members)
}
