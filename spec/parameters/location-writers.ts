import type { MediaType, Parameter } from '../document.ts'
import { isJsonType, parseMediaType } from '../http/media-type.ts'
import { isJsonObject, stringifyJson, type Json } from '../json.ts'
import { encodePercent, encodeReserved } from '../util/percent-encoding.ts'
import { encodePairs, encodeText, textOf, type Serialization } from './encode.ts'
import { encodeForm } from './urlencoded.ts'

/** Replaces the parameters of a path template by their texts; one without a text is removed. */
export function fillPath(template: string, segments: ReadonlyMap<string, string>): string {
  const isExpression = /^\{.*\}$/s
  return template
    .split(/(\{[^{}]*\})/)
    .map((part) => (isExpression.test(part) ? (segments.get(part.slice(1, -1)) ?? '') : encodeLiteral(part)))
    .join('')
}

/** Encodes only the characters of a template that are not allowed in a URI. */
function encodeLiteral(text: string): string {
  return text.replace(/[^\x21-\x7e]+|["#<>\\^`{|}]/gu, encodePercent)
}

/** Serializes a path parameter. In the exploded style `label`, dots within items are encoded too. */
export function encodeSegment(parameter: Parameter, value: Json): string {
  const encode = encoderOf(parameter, ":@!$&'()*+")
  if (parameter.content) return encode(contentText(parameter.content, value))
  if (parameter.style !== 'label' || !parameter.explode) {
    return encodeText({ ...parameter, encodeName: encodePercent, encode }, value)
  }
  const withoutDots = (text: string): string => text.replaceAll('.', '%2E')
  return encodeText(
    {
      ...parameter,
      encodeName: (name) => withoutDots(encodePercent(name)),
      encode: (text) => withoutDots(encode(text)),
    },
    value,
  )
}

/** Serializes a header parameter. Nothing is encoded: the caller must check that HTTP can carry the value. */
export function encodeField(parameter: Parameter, value: Json): string {
  if (parameter.content) return contentText(parameter.content, value)
  return encodeText({ ...parameter, encodeName: unchanged, encode: unchanged }, value)
}

/** Serializes a query parameter as `name=value` pairs. */
export function encodeQuery(parameter: Parameter, value: Json): readonly string[] {
  const isList = typeof value === 'object' && value !== null
  const encode = encoderOf(parameter, isList ? ":/?@!$'()*;" : ":/?@!$'()*;,=")
  return encodeAsPairs(parameter, value, { encodeName: encodePercent, encode })
}

/** Serializes a cookie parameter as `name=value` pairs. */
export function encodeCookie(parameter: Parameter, value: Json): readonly string[] {
  if (parameter.style === 'cookie') {
    return encodeAsPairs(parameter, value, { encodeName: unchanged, encode: unchanged })
  }
  return encodeAsPairs(parameter, value, {
    encodeName: unchanged,
    encode: encoderOf(parameter, ":/?@!$&'()*+[]"),
  })
}

/** Serializes a `querystring` parameter, which is the whole query. */
export function encodeQuerystring({ content }: Parameter, value: Json): string {
  const subtype = parseMediaType(content?.type ?? '')?.subtype
  if (content && subtype === 'x-www-form-urlencoded' && isJsonObject(value)) return encodeForm(value, content)
  return encodePercent(content ? contentText(content, value) : textOf(value))
}

function encodeAsPairs(
  parameter: Parameter,
  value: Json,
  encoding: Pick<Serialization, 'encode' | 'encodeName'>,
): readonly string[] {
  const { name, content } = parameter
  if (!content) return encodePairs({ ...parameter, ...encoding }, value)
  return [`${encoding.encodeName(name)}=${encoding.encode(contentText(content, value))}`]
}

function contentText({ type }: MediaType, value: Json): string {
  return isJsonType(type) ? stringifyJson(value) : textOf(value)
}

function encoderOf({ allowReserved }: Parameter, reserved: string): (text: string) => string {
  return allowReserved ? (text) => encodeReserved(text, reserved) : encodePercent
}

function unchanged(text: string): string {
  return text
}
