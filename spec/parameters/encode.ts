import type { Parameter } from '../document.ts'
import { isArray, isJsonObject, stringifyJson, type Json, type JsonObject } from '../json.ts'

/** How one value is spelled: `encodeName` makes what stands before an equals sign safe in its place, `encode` the rest. */
export interface Spelling extends Pick<Parameter, 'name' | 'style' | 'explode'> {
  readonly encodeName: (text: string) => string
  readonly encode: (text: string) => string
}

/** Text of a value that is sent on its own. An array or object, which no style but its own can carry, becomes JSON. */
export function textOf(value: Json): string {
  if (typeof value === 'string') return value
  return typeof value === 'object' ? stringifyJson(value) : String(value)
}

/** One text in the styles `matrix`, `label` and `simple` (RFC 6570 §3.2). */
export function encodeText(spelling: Spelling, value: Json): string {
  const { name, style, explode } = spelling
  const texts = encodedParts(spelling, value, explode)
  if (style === 'label') return `.${texts.join(explode ? '.' : ',')}`
  if (style !== 'matrix') return texts.join(',')
  if (explode && isJsonObject(value)) return texts.map((text) => `;${text}`).join('')
  const values = explode ? texts : [texts.join(',')]
  return values.map((text) => `;${spelling.encodeName(name)}=${text}`).join('')
}

/** The `name=value` pairs of the styles `form`, `spaceDelimited`, `pipeDelimited`, `deepObject` and `cookie`. */
export function encodePairs(spelling: Spelling, value: Json): readonly string[] {
  const { name, style, explode } = spelling
  if (style === 'deepObject' && isComposite(value)) return encodeDeep(spelling, name, value)
  const texts = encodedParts(spelling, value, explode)
  if (texts.length === 0 || (explode && isJsonObject(value))) return texts
  const values = explode ? texts : [texts.join(delimiterOf(style))]
  return values.map((text) => `${spelling.encodeName(name)}=${text}`)
}

/** Items of an array; of an object `name=value` texts, or names and values in turn; else the one value. */
function encodedParts({ encodeName, encode }: Spelling, value: Json, asPairs: boolean): readonly string[] {
  if (isArray(value)) return value.map((item) => encode(textOf(item)))
  if (!isJsonObject(value)) return [encode(textOf(value))]
  return Object.entries(value).flatMap(([name, member]) => {
    const text = encode(textOf(member))
    return asPairs ? [`${encodeName(name)}=${text}`] : [encode(name), text]
  })
}

/** Arrays of plain values repeat the name with empty brackets, which also say of one value that it is a list; arrays of others count their items. */
function encodeDeep(spelling: Spelling, key: string, value: Json): readonly string[] {
  if (isArray(value) && !value.some(isComposite)) {
    return value.map((item) => `${spelling.encodeName(`${key}[]`)}=${spelling.encode(textOf(item))}`)
  }
  if (!isComposite(value)) return [`${spelling.encodeName(key)}=${spelling.encode(textOf(value))}`]
  return Object.entries(value).flatMap(([name, member]) => encodeDeep(spelling, `${key}[${name}]`, member))
}

function isComposite(value: Json): value is readonly Json[] | JsonObject {
  return typeof value === 'object' && value !== null
}

/** Delimiters that are no reserved characters are percent-encoded themselves (RFC 3986 §3.4). */
function delimiterOf(style: Parameter['style']): string {
  if (style === 'spaceDelimited') return '%20'
  return style === 'pipeDelimited' ? '%7C' : ','
}
