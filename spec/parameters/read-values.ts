import type { Json } from '../json.ts'
import { types, type Shape } from '../schemas/shape.ts'
import { splitOnce } from '../util/split-once.ts'
import { coerce } from './coerce.ts'

/** Why a text cannot be read as a value. A value that cannot be read is not validated. */
export type Fault = typeof badEncoding | typeof badStyle | typeof repeated | typeof badContent

/** The text is not valid percent-encoding. */
export const badEncoding: unique symbol = Symbol('encoding')
/** The text does not have the parameter's style. */
export const badStyle: unique symbol = Symbol('style')
/** The parameter is sent several times, but is not an array. */
export const repeated: unique symbol = Symbol('repeated')
/** The text does not have the media type of the parameter's `content`. */
export const badContent: unique symbol = Symbol('content')

/** Decodes text as the parameter's location requires; undefined when it is not well encoded. */
export type Decode = (text: string) => string | undefined

/** How a parameter's value is serialized, by the types its schema allows. */
export type Form = 'scalar' | 'array' | 'object' | 'scalar or array'

/** The form that values of a shape are serialized in. */
export function formOf({ types: allowed }: Shape): Form {
  if (allowed & types.scalar && allowed & types.array) return 'scalar or array'
  if (allowed & types.scalar) return 'scalar'
  if (allowed & types.array) return 'array'
  return allowed & types.object ? 'object' : 'scalar'
}

/** Reads a single value. */
export function readScalar(text: string, decode: Decode, shape: Shape): Json | Fault {
  const decoded = decode(text)
  return decoded === undefined ? badEncoding : coerce(decoded, shape.types)
}

/** Reads an array from the texts of its items. */
export function readItems(texts: readonly string[], decode: Decode, shape: Shape): Json | Fault {
  const items: Json[] = []
  for (const text of texts) {
    const item = readScalar(text, decode, shape.items())
    if (typeof item === 'symbol') return item
    items.push(item)
  }
  return items
}

/** Reads an object from alternating names and values: `R,100,G,200`. */
export function readAlternating(texts: readonly string[], decode: Decode, shape: Shape): Json | Fault {
  if (texts.length % 2 === 1) return badStyle
  const members: [string, string][] = []
  for (let at = 0; at < texts.length; at += 2) members.push([texts[at]!, texts[at + 1]!])
  return readMembers(members, decode, shape)
}

/** Reads an object from pairs: `R=100,G=200`. */
export function readPairs(texts: readonly string[], decode: Decode, shape: Shape): Json | Fault {
  const members = texts.map((text) => splitOnce(text, '='))
  return members.every((member) => member.length === 2) ? readMembers(members, decode, shape) : badStyle
}

function readMembers(members: readonly (readonly string[])[], decode: Decode, shape: Shape): Json | Fault {
  const values = new Map<string, Json>()
  for (const [encodedName = '', text = ''] of members) {
    const name = decode(encodedName)
    if (name === undefined) return badEncoding
    if (values.has(name)) return repeated
    const value = readScalar(text, decode, shape.member(name))
    if (typeof value === 'symbol') return value
    values.set(name, value)
  }
  return Object.fromEntries(values)
}

/** Reads a member of an object from the texts of its pairs; an array may be several pairs, a single item, or JSON. */
export function readMember(texts: readonly string[], decode: Decode, shape: Shape): Json | Fault {
  if (texts.length > 1) return shape.types & types.array ? readItems(texts, decode, shape) : repeated
  const value = readScalar(texts[0]!, decode, shape)
  return formOf(shape) === 'array' && !Array.isArray(value) ? readItems(texts, decode, shape) : value
}
