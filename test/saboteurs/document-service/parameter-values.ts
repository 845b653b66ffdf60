import { isArray, isObject, parseJson, type Json, type JsonObject, integerOrText } from '../shared/json.ts'
import { decoded } from '../shared/paths.ts'
import { partAt, resolve, type Parameter } from './document.ts'

/** The names and values of a query or form. The values are still percent-encoded. */
export type Pairs = readonly (readonly [name: string, raw: string])[]

/** Splits a query or form; undefined if its percent-encoding is broken. */
export function readPairs(text: string): Pairs | undefined {
  const pairs = text
    .split('&')
    .filter(Boolean)
    .map((pair) => {
      const at = pair.indexOf('=')
      const [name, raw] = at < 0 ? [pair, ''] : [pair.slice(0, at), pair.slice(at + 1)]
      return [unescape(name), raw] as const
    })
  const isBroken = pairs.some(([name, raw]) => name === undefined || unescape(raw) === undefined)
  return isBroken ? undefined : (pairs as Pairs)
}

const unescape = (text: string): string | undefined => decoded(text.replaceAll('+', ' '))
const plain = (raw: string): string => unescape(raw) ?? raw

/** The value of a query parameter; undefined if it is absent (OpenAPI 3.0.4 §4.7.12.6). */
export function queryValue(pairs: Pairs, parameter: Parameter, document: JsonObject): Json | undefined {
  const { name, style, explode, isJson, schema } = parameter
  if (style === 'deepObject') return deepObject(pairs, parameter, document)
  const rawValues = pairs.filter(([given]) => given === name).map(([, raw]) => raw)
  if (rawValues.length === 0) return undefined
  if (isJson) return rawValues.length > 1 ? rawValues.map(plain) : jsonOrText(plain(rawValues[0]!))
  if (schema['type'] !== 'array')
    return rawValues.length > 1 ? rawValues.map(plain) : typed(plain(rawValues[0]!), schema)
  const items = itemsOf(schema, document)
  const texts = explode ? rawValues.map(plain) : rawValues.flatMap((raw) => split(raw, style))
  return texts.map((text) => typed(text, items))
}

const split = (raw: string, style: string): readonly string[] =>
  style === 'pipeDelimited' ? plain(raw).split('|') : raw.split(',').map(plain)

function jsonOrText(text: string): Json {
  try {
    return parseJson(text)
  } catch {
    return text
  }
}

function deepObject(pairs: Pairs, { name, schema }: Parameter, document: JsonObject): Json | undefined {
  const own = pairs.filter(([given]) => given.startsWith(`${name}[`) && given.endsWith(']'))
  const members = own.map(([given, raw]) => [given.slice(name.length + 1, -1), raw] as const)
  return own.length === 0 ? undefined : formValue(members, schema, document)
}

/** The object of a form. A name that occurs twice becomes an array. */
export function formValue(pairs: Pairs, schema: JsonObject, document: JsonObject): JsonObject {
  const properties = (schema['properties'] ?? {}) as JsonObject
  const values = new Map<string, Json>()
  for (const [name, raw] of pairs) {
    const property = Object.hasOwn(properties, name) ? followed(properties[name]!, document) : {}
    const isList = property['type'] === 'array'
    const value = typed(plain(raw), isList ? itemsOf(property, document) : property)
    const earlier = values.has(name) ? [values.get(name)!].flat() : []
    values.set(name, isList || earlier.length > 0 ? [...earlier, value] : value)
  }
  return Object.fromEntries(values)
}

/** The text as a value of the schema's type, or the text itself if it is not one. */
export function typed(text: string, { type }: JsonObject): Json {
  const types = isArray(type ?? null) ? (type as readonly string[]) : [type]
  if (types.includes('integer')) return integerOrText(text)
  if (types.includes('number') && /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(text))
    return Number(text)
  if (types.includes('boolean') && (text === 'true' || text === 'false')) return text === 'true'
  return text
}

const itemsOf = ({ items }: JsonObject, document: JsonObject): JsonObject => followed(items ?? {}, document)

function followed(schema: Json, document: JsonObject): JsonObject {
  if (!isObject(schema)) return {}
  const { $ref } = schema
  return typeof $ref === 'string' ? partAt(document, resolve(document, $ref.slice(1))) : schema
}
