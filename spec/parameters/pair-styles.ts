import type { Parameter } from '../document.ts'
import { parseJson, type Json } from '../json.ts'
import { types, type Shape } from '../schemas/shape.ts'
import { readDeepObject } from './deep-object.ts'
import {
  badContent,
  badEncoding,
  formOf,
  readAlternating,
  readItems,
  readMember,
  readScalar,
  repeated,
  type Decode,
  type Fault,
} from './read-values.ts'

/** The values of `name=value` pairs by decoded name, in order and still encoded. */
export type Pairs = ReadonlyMap<string, readonly string[]>

/** The result for a parameter with `allowEmptyValue` that is sent without a value, so is not used. */
export const unused: unique symbol = Symbol('unused')

/** Reads a parameter from all pairs; undefined when it was not sent. */
export type PairsReader = (pairs: Pairs) => Json | Fault | typeof unused | undefined

/** How a parameter is serialized as pairs. `json`: as JSON in a single pair. */
export interface PairField extends Pick<Parameter, 'name' | 'style' | 'explode' | 'allowEmptyValue'> {
  readonly json: boolean
}

/** Splits `a=1&b=2`. A name that is not well encoded is kept as written; it cannot be a declared one. */
export function splitPairs(text: string, separator: '&' | ';', decode: Decode): Pairs {
  const pairs = new Map<string, string[]>()
  for (let at = 0; at < text.length;) {
    const next = text.indexOf(separator, at)
    const end = next === -1 ? text.length : next
    const pair = separator === ';' ? text.slice(at, end).trim() : text.slice(at, end)
    if (pair !== '') addPair(pairs, pair, decode)
    at = end + 1
  }
  return pairs
}

function addPair(pairs: Map<string, string[]>, pair: string, decode: Decode): void {
  const equals = pair.indexOf('=')
  const encoded = equals === -1 ? pair : pair.slice(0, equals)
  const name = decode(encoded) ?? encoded
  const value = equals === -1 ? '' : pair.slice(equals + 1)
  const before = pairs.get(name)
  if (before === undefined) pairs.set(name, [value])
  else before.push(value)
}

/**
 * Creates a reader for the styles that serialize a parameter as pairs: `form`, `spaceDelimited`, `pipeDelimited`,
 * `deepObject` and `cookie` (OpenAPI 3.2 §4.12.6 Style Values). `isTaken` says whether a name belongs to another
 * parameter, so is not a member of an exploded object with arbitrary properties.
 */
export function createPairsReader(
  field: PairField,
  shape: Shape,
  decode: Decode,
  isTaken: (name: string) => boolean,
): PairsReader {
  const { name, style, explode, allowEmptyValue, json } = field
  if (!json && style === 'deepObject') return (pairs) => readDeepObject(pairs, name, shape, decode)
  if (!json && explode && formOf(shape) === 'object') {
    return (pairs) => readExploded(pairs, shape, decode, isTaken)
  }
  const read = json ? createJsonReader(decode) : createTextsReader(field, shape, decode)
  return (pairs) => {
    const texts = pairs.get(name)
    if (texts === undefined) return undefined
    return allowEmptyValue && texts.length === 1 && texts[0] === '' ? unused : read(texts)
  }
}

/** Reads the values of all pairs of one name. */
type TextsReader = (texts: readonly string[]) => Json | Fault

function createJsonReader(decode: Decode): TextsReader {
  return (texts) => {
    const text = decode(texts[0]!)
    if (text === undefined || texts.length > 1) return text === undefined ? badEncoding : repeated
    const reading = parseJson(text)
    return reading.kind === 'ok' ? reading.value : badContent
  }
}

function createTextsReader(field: PairField, shape: Shape, decode: Decode): TextsReader {
  const form = formOf(shape)
  if (form === 'object') return createDelimitedReader(field, shape, decode)
  const readSeveral = field.explode
    ? (texts: readonly string[]) => readItems(texts, decode, shape)
    : createDelimitedReader(field, shape, decode)
  if (form === 'array') return readSeveral
  const readOne = (text: string) => readScalar(text, decode, shape)
  if (form === 'scalar') return (texts) => (texts.length === 1 ? readOne(texts[0]!) : repeated)
  if (shape.types === types.any || field.explode) {
    return (texts) => (texts.length === 1 ? readOne(texts[0]!) : readItems(texts, decode, shape))
  }
  return (texts) => {
    const value = readSeveral(texts)
    return Array.isArray(value) && value.length === 1 ? readOne(texts[0]!) : value
  }
}

/** Reads an array or object from a single pair: `a,b,c` or `R,100,G,200`. */
function createDelimitedReader({ style }: PairField, shape: Shape, decode: Decode): TextsReader {
  const isObject = formOf(shape) === 'object'
  const read = isObject ? readAlternating : readItems
  const separator = style === 'spaceDelimited' ? ' ' : style === 'pipeDelimited' ? '|' : ','
  // The delimiters space and bar are percent-encoded. Many clients encode the comma too: it is decoded first where no item
  // can contain one.
  const decodesFirst = separator !== ',' || (!isObject && !(shape.items().types & types.string))
  return (texts) => {
    if (texts.length > 1) return repeated
    if (!decodesFirst) return read(texts[0]!.split(','), decode, shape)
    const text = decode(texts[0]!)
    return text === undefined ? badEncoding : read(text.split(separator), unchanged, shape)
  }
}

const unchanged: Decode = (text) => text

/** Reads an object whose members are pairs of their own. */
function readExploded(
  pairs: Pairs,
  shape: Shape,
  decode: Decode,
  isTaken: (name: string) => boolean,
): Json | Fault | undefined {
  const members = new Map<string, Json>()
  for (const [name, texts] of pairs) {
    if (!shape.names.includes(name) && (!shape.open || isTaken(name))) continue
    const value = readMember(texts, decode, shape.member(name))
    if (typeof value === 'symbol') return value
    members.set(name, value)
  }
  return members.size === 0 ? undefined : Object.fromEntries(members)
}
