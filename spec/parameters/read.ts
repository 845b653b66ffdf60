import type { Json } from '../json.ts'
import { coerce } from './coerce.ts'
import { types, type Shape } from './shape.ts'

/** Why a text cannot be read; what is not read is not judged by the schema either. */
export type Fault = typeof badEncoding | typeof badStyle | typeof repeated | typeof badContent

/** It is not well percent-encoded. */
export const badEncoding: unique symbol = Symbol('encoding')
/** It is not spelled in the style of its parameter. */
export const badStyle: unique symbol = Symbol('style')
/** It is sent several times, and may be once. */
export const repeated: unique symbol = Symbol('repeated')
/** It is not of the media type that its parameter's `content` names. */
export const badContent: unique symbol = Symbol('content')

/** Percent-decoding as the place of the parameter asks for; undefined when the text is not well encoded. */
export type Decode = (text: string) => string | undefined

/** How the value of a parameter is spelled, worked out from the types its schema allows. */
export type Form = 'scalar' | 'array' | 'object' | 'scalar or array'

/** The form that values of a shape are spelled in; where nothing fits, that of a single text. */
export function formOf({ types: allowed }: Shape): Form {
  if (allowed & types.scalar && allowed & types.array) return 'scalar or array'
  if (allowed & types.scalar) return 'scalar'
  if (allowed & types.array) return 'array'
  return allowed & types.object ? 'object' : 'scalar'
}

/** One value, spelled by itself. */
export function readScalar(text: string, decode: Decode, shape: Shape): Json | Fault {
  const decoded = decode(text)
  return decoded === undefined ? badEncoding : coerce(decoded, shape.types)
}

/** An array whose items are spelled one by one. */
export function readItems(texts: readonly string[], decode: Decode, shape: Shape): Json | Fault {
  const items: Json[] = []
  for (const text of texts) {
    const item = readScalar(text, decode, shape.items())
    if (typeof item === 'symbol') return item
    items.push(item)
  }
  return items
}

/** An object spelled `R,100,G,200`. */
export function readAlternating(texts: readonly string[], decode: Decode, shape: Shape): Json | Fault {
  if (texts.length % 2 === 1) return badStyle
  const members: [string, string][] = []
  for (let at = 0; at < texts.length; at += 2) members.push([texts[at]!, texts[at + 1]!])
  return readMembers(members, decode, shape)
}

/** An object spelled `R=100,G=200`. */
export function readPairs(texts: readonly string[], decode: Decode, shape: Shape): Json | Fault {
  const members = texts.map((text) => splitOnce(text, '='))
  return members.every((member) => member.length === 2) ? readMembers(members, decode, shape) : badStyle
}

function readMembers(members: readonly (readonly string[])[], decode: Decode, shape: Shape): Json | Fault {
  const object = new Map<string, Json>()
  for (const [encodedName = '', text = ''] of members) {
    const name = decode(encodedName)
    if (name === undefined) return badEncoding
    if (object.has(name)) return repeated
    const value = readScalar(text, decode, shape.member(name))
    if (typeof value === 'symbol') return value
    object.set(name, value)
  }
  return Object.fromEntries(object)
}

/** A member of an object that has pairs of its own; an array as several, as one, or as JSON. */
export function readMember(texts: readonly string[], decode: Decode, shape: Shape): Json | Fault {
  if (texts.length > 1) return shape.types & types.array ? readItems(texts, decode, shape) : repeated
  const value = readScalar(texts[0]!, decode, shape)
  return formOf(shape) === 'array' && !Array.isArray(value) ? readItems(texts, decode, shape) : value
}

/** The texts before and after the first `separator`, or the whole text alone. */
export function splitOnce(text: string, separator: string): [string] | [string, string] {
  const at = text.indexOf(separator)
  return at === -1 ? [text] : [text.slice(0, at), text.slice(at + separator.length)]
}
