import type { MediaType, Parameter } from '../document.ts'
import { isJsonObject, stringifyJson, type Json } from '../json.ts'
import { isJsonType, parseMediaType } from '../http/media-type.ts'
import { encodePairs, encodeText, textOf, type Spelling } from './encode.ts'
import { encodeForm } from './form.ts'
import { encodePercent, encodeReserved } from './percent.ts'

/** A path template with the texts of its parameters in place; a parameter without one leaves nothing behind. */
export function fillPath(template: string, segments: ReadonlyMap<string, string>): string {
  const isExpression = /^\{.*\}$/s
  return template
    .split(/(\{[^{}]*\})/)
    .map((part) => (isExpression.test(part) ? (segments.get(part.slice(1, -1)) ?? '') : encodeLiteral(part)))
    .join('')
}

/** What a template spells out is sent as it is, but for characters that no URI holds. */
function encodeLiteral(text: string): string {
  return text.replace(/[^\x21-\x7e]+|["#<>\\^`{|}]/gu, encodePercent)
}

/** The text of a path parameter. A dot within an item of the exploded style `label` is encoded too. */
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

/** The value of a header field. Nothing is encoded: whether HTTP can carry it is for the caller to see. */
export function encodeField(parameter: Parameter, value: Json): string {
  if (parameter.content) return contentText(parameter.content, value)
  return encodeText({ ...parameter, encodeName: asItIs, encode: asItIs }, value)
}

/** The `name=value` pairs of a query parameter. */
export function encodeQuery(parameter: Parameter, value: Json): readonly string[] {
  const isList = typeof value === 'object' && value !== null
  const encode = encoderOf(parameter, isList ? ":/?@!$'()*;" : ":/?@!$'()*;,=")
  return encodeAsPairs(parameter, value, { encodeName: encodePercent, encode })
}

/** The `name=value` pairs of a cookie. */
export function encodeCookie(parameter: Parameter, value: Json): readonly string[] {
  if (parameter.style === 'cookie') {
    return encodeAsPairs(parameter, value, { encodeName: asItIs, encode: asItIs })
  }
  return encodeAsPairs(parameter, value, {
    encodeName: asItIs,
    encode: encoderOf(parameter, ":/?@!$&'()*+[]"),
  })
}

/** The whole query as one value. */
export function encodeQuerystring({ content }: Parameter, value: Json): string {
  const subtype = parseMediaType(content?.type ?? '')?.subtype
  if (content && subtype === 'x-www-form-urlencoded' && isJsonObject(value)) return encodeForm(value, content)
  return encodePercent(content ? contentText(content, value) : textOf(value))
}

function encodeAsPairs(
  parameter: Parameter,
  value: Json,
  encoding: Pick<Spelling, 'encode' | 'encodeName'>,
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

function asItIs(text: string): string {
  return text
}
