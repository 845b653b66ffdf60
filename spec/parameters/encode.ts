import type { Parameter } from '../document.ts'
import { isArray, isJsonObject, stringifyJson, type Json, type JsonObject } from '../json.ts'

/** How a value is serialized. `encodeName` encodes the text before an equals sign, `encode` any other text. */
export interface Serialization extends Pick<Parameter, 'name' | 'style' | 'explode'> {
  readonly encodeName: (text: string) => string
  readonly encode: (text: string) => string
}

/** The text of a single value. An array or object becomes JSON. */
export function textOf(value: Json): string {
  if (typeof value === 'string') return value
  return typeof value === 'object' ? stringifyJson(value) : String(value)
}

/** Serializes a value in the style `matrix`, `label` or `simple` (RFC 6570 §3.2). */
export function encodeText(serialization: Serialization, value: Json): string {
  const { name, style, explode } = serialization
  const texts = encodedParts(serialization, value, explode)
  if (style === 'label') return `.${texts.join(explode ? '.' : ',')}`
  if (style !== 'matrix') return texts.join(',')
  if (explode && isJsonObject(value)) return texts.map((text) => `;${text}`).join('')
  const values = explode ? texts : [texts.join(',')]
  return values.map((text) => `;${serialization.encodeName(name)}=${text}`).join('')
}

/** Serializes a value as `name=value` pairs in the style `form`, `spaceDelimited`, `pipeDelimited`, `deepObject` or `cookie`. */
export function encodePairs(serialization: Serialization, value: Json): readonly string[] {
  const { name, style, explode } = serialization
  if (style === 'deepObject' && isComposite(value)) return encodeDeep(serialization, name, value)
  const texts = encodedParts(serialization, value, explode)
  if (texts.length === 0 || (explode && isJsonObject(value))) return texts
  const values = explode ? texts : [texts.join(delimiterOf(style))]
  return values.map((text) => `${serialization.encodeName(name)}=${text}`)
}

/** The items of an array; the members of an object, as pairs or as alternating names and values; or the single value. */
function encodedParts(
  { encodeName, encode }: Serialization,
  value: Json,
  asPairs: boolean,
): readonly string[] {
  if (isArray(value)) return value.map((item) => encode(textOf(item)))
  if (!isJsonObject(value)) return [encode(textOf(value))]
  return Object.entries(value).flatMap(([name, member]) => {
    const text = encode(textOf(member))
    return asPairs ? [`${encodeName(name)}=${text}`] : [encode(name), text]
  })
}

/**
 * Arrays of scalars repeat the name with empty brackets, which shows even a single item to be an array; arrays of
 * arrays or objects number their items.
 */
function encodeDeep(serialization: Serialization, key: string, value: Json): readonly string[] {
  if (isArray(value) && !value.some(isComposite)) {
    return value.map(
      (item) => `${serialization.encodeName(`${key}[]`)}=${serialization.encode(textOf(item))}`,
    )
  }
  if (!isComposite(value)) return [`${serialization.encodeName(key)}=${serialization.encode(textOf(value))}`]
  return Object.entries(value).flatMap(([name, member]) =>
    encodeDeep(serialization, `${key}[${name}]`, member),
  )
}

function isComposite(value: Json): value is readonly Json[] | JsonObject {
  return typeof value === 'object' && value !== null
}

/** Delimiters that are not allowed in a URI are percent-encoded themselves (RFC 3986 §3.4). */
function delimiterOf(style: Parameter['style']): string {
  if (style === 'spaceDelimited') return '%20'
  return style === 'pipeDelimited' ? '%7C' : ','
}
