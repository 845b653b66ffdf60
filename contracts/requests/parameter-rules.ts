import type { Operation, Parameter } from '../../spec/document.ts'
import { isBackwardCursor } from '../../spec/inference/lists/paging.ts'
import { parameterDescription } from '../../spec/inference/prose/sentences.ts'
import { isArray, type Json } from '../../spec/json.ts'
import { typesOf } from '../../spec/schemas/types.ts'
import type { Api } from '../api/api.ts'

/** Header fields with a meaning of their own: conditions, content, connection. */
const conditional =
  /^(?:if-(?:match|none-match|modified-since|unmodified-since|range)|range|expect|prefer|accept-\w+|host|content-\w+|connection|te|upgrade)$/i

/** Whether a parameter is a header field whose meaning HTTP defines, so that not every value suits. */
export function isHttpField({ in: place, name }: Parameter): boolean {
  return place === 'header' && conditional.test(name)
}

/** Whether the target should accept every value that a parameter's schema allows, in any state. */
export function takesAnyValue(api: Api, operation: Operation, parameter: Parameter): boolean {
  return !isHttpField(parameter) && !isCursor(api, operation, parameter)
}

/** Whether a parameter takes a paging cursor: only values that the server issued are valid. */
export function isCursor(api: Api, { id }: Operation, parameter: Parameter): boolean {
  const { in: place, name, schema } = parameter
  const paging = api.model.roles.get(id)?.resource.paging
  if (place !== 'query') return false
  return (
    (paging?.kind === 'cursor' && (paging.position === name || isBackwardCursor(name))) ||
    (schema !== undefined &&
      typesOf(api.document, schema).has('string') &&
      isDescribedAsCursor(parameterDescription(api.document, parameter)))
  )
}

/** Whether a description begins by saying that a parameter is a cursor: `Cursor for forward pagination`, `The page token`. */
const isDescribedAsCursor = (text: string): boolean =>
  /^(?:an? |the )?(?:\w+ ){0,2}(?:cursor|(?:page|pagination|continuation) token)\b/i.test(text.trim())

/** Whether a parameter can carry a value so that it arrives unchanged. */
export function isSendable(parameter: Parameter, value: Json): boolean {
  if (isBeyondStyle(parameter, value)) return false
  const { in: place } = parameter
  const texts = isArray(value) ? value.map(textOf) : [textOf(value)]
  if (place === 'path')
    return texts.length > 0 && texts.every((text) => text !== '' && !/[/\\\0]|^\.{1,2}$/.test(text))
  if (place === 'header') return texts.every((text) => /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/.test(text))
  if (place === 'cookie')
    return texts.every((text) => /^[\x21\x23-\x2b\x2d-\x3a\x3c-\x5b\x5d-\x7e]+$/.test(text))
  return texts.every((text) => text !== '')
}

/** Whether a value nests arrays or objects, which no style but deepObject's brackets can write (OpenAPI 3.0.4 §4.7.12.3). */
function isBeyondStyle({ style, content }: Parameter, value: Json): boolean {
  if (content || style === 'deepObject' || typeof value !== 'object' || value === null) return false
  return Object.values(value).some((member) => typeof member === 'object' && member !== null)
}

/** A scalar as a parameter carries it. */
export const textOf = (value: Json): string =>
  typeof value === 'string' ? value : typeof value === 'object' ? '{}' : String(value)
