import type { MediaType, ParameterStyle } from '../document.ts'
import { isJsonType } from '../http/media-type.ts'
import { isArray, stringifyJson, type Json, type JsonObject } from '../json.ts'
import { shapeOf, type Resolve, type Shape } from '../schemas/shape.ts'
import { isObject, own } from '../util/object.ts'
import { decodeForm, encodePercent } from '../util/percent-encoding.ts'
import { encodePairs, textOf, type Serialization } from './encode.ts'
import {
  createPairsReader,
  splitPairs,
  unused,
  type PairField,
  type Pairs,
  type PairsReader,
} from './pair-styles.ts'
import { formOf, readItems, readMember, repeated, type Fault } from './read-values.ts'

/** Reads an object from an `application/x-www-form-urlencoded` text. */
export type FormReader = (text: string) => Json | Fault

/**
 * Creates a reader of forms (OpenAPI 3.2 §4.15 Encoding Object). A property with `style`, `explode` or `allowReserved` is
 * read like a query parameter; of the others, an array is repeated pairs and an object is JSON. A repeated property that
 * is not an array is read as one, so that validation refuses it.
 */
export function createFormReader(mediaType: MediaType, resolve: Resolve): FormReader {
  const shape = shapeOf(mediaType.schema, resolve)
  const fields = declaredFields(mediaType)
  const readers = fields.map((field): readonly [string, PairsReader] => [
    field.name,
    createPairsReader(field, shape.member(field.name), decodeForm, (name) => shape.names.includes(name)),
  ])
  const isDeclared = declaredNames(fields, shape)
  return (text) => {
    const pairs = splitPairs(text, '&', decodeForm)
    const members = new Map<string, Json>()
    for (const [name, read] of readers) {
      const value = read(pairs)
      if (typeof value === 'symbol' && value !== unused) return value
      if (value !== undefined && value !== unused) members.set(name, value)
    }
    return readPlain(pairs, isDeclared, shape, members) ?? Object.fromEntries(members)
  }
}

/** Reads the properties without an Encoding Object of their own into `members`. */
function readPlain(
  pairs: Pairs,
  isDeclared: (name: string) => boolean,
  shape: Shape,
  members: Map<string, Json>,
): Fault | undefined {
  for (const [name, texts] of pairs) {
    if (isDeclared(name)) continue
    const member = shape.member(name)
    const read = readMember(texts, decodeForm, member)
    const value = read === repeated ? readItems(texts, decodeForm, { ...member, items: () => member }) : read
    if (typeof value === 'symbol') return value
    members.set(name, value)
  }
  return undefined
}

/** Writes an object as {@link createFormReader} reads it. Empty arrays and empty styled objects cannot be represented. */
export function encodeForm(value: JsonObject, mediaType: MediaType): string {
  const fields = new Map(declaredFields(mediaType).map((field) => [field.name, field]))
  const pairs = Object.entries(value).flatMap(([name, member]) => {
    const field = fields.get(name)
    if (field && !field.json) return encodePairs({ ...field, ...percentEncoding }, member)
    const texts = field ? [stringifyJson(member)] : isArray(member) ? member.map(textOf) : [textOf(member)]
    return texts.map((text) => `${encodePercent(name)}=${encodePercent(text)}`)
  })
  return pairs.join('&')
}

const percentEncoding: Pick<Serialization, 'encode' | 'encodeName'> = {
  encode: encodePercent,
  encodeName: encodePercent,
}

/** The properties whose Encoding Object sets a style or a JSON content type. */
function declaredFields({ encoding }: MediaType): readonly PairField[] {
  return Object.keys(encoding).flatMap((name) => {
    const entry = encoding[name]
    const isStyled = ['style', 'explode', 'allowReserved'].some(
      (keyword) => own(entry, keyword) !== undefined,
    )
    if (!isObject(entry) || (!isStyled && !isJsonType(String(entry['contentType'])))) return []
    const style = (entry['style'] ?? 'form') as ParameterStyle
    const explode = typeof entry['explode'] === 'boolean' ? entry['explode'] : style === 'form'
    return [{ name, style, explode, allowEmptyValue: false, json: !isStyled }]
  })
}

/** Whether a pair of that name belongs to one of the fields, or to a member of one. */
function declaredNames(fields: readonly PairField[], shape: Shape): (name: string) => boolean {
  const names = new Set(fields.map((field) => field.name))
  for (const { name, style, explode, json } of fields) {
    const member = shape.member(name)
    const isSpread = explode && style === 'form' && !json
    if (isSpread && formOf(member) === 'object') for (const part of member.names) names.add(part)
  }
  const prefixes = fields.filter(({ style }) => style === 'deepObject').map(({ name }) => `${name}[`)
  return (name) => names.has(name) || prefixes.some((prefix) => name.startsWith(prefix))
}
