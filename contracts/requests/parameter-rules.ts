import type { Operation, Parameter } from '../../spec/document.ts'
import { isBackwardCursor } from '../../spec/inference/lists/paging.ts'
import { isArray, type Json } from '../../spec/json.ts'
import type { Api } from '../api/api.ts'

/** Headers whose values mean something about the state of a record, or about the connection: not for any value. */
const conditional =
  /^(?:if-(?:match|none-match|modified-since|unmodified-since|range)|range|expect|prefer|accept-\w+|host|content-\w+|connection|te|upgrade)$/i

/** Whether a header of that name makes a request safe to repeat. */
export const isKey = (name: string): boolean => /^(?:x-)?idempotency-key$/i.test(name)

/** The header by which clients make a request safe to repeat. */
export function keyParameter(operation: Operation): Parameter | undefined {
  return operation.parameters.find(({ in: place, name }) => place === 'header' && isKey(name))
}

/** Whether a header's value is not for anyone to choose. */
export function isConditional({ in: place, name }: Parameter): boolean {
  return place === 'header' && conditional.test(name)
}

/** Whether each value that its schema allows is to be accepted, whatever the state is. */
export function takesAnyValue(api: Api, operation: Operation, parameter: Parameter): boolean {
  return !isConditional(parameter) && !isCursor(api, operation, parameter)
}

/** A cursor is what the server gave: it need not know any other. */
export function isCursor(api: Api, { id }: Operation, { in: place, name }: Parameter): boolean {
  const paging = api.model.roles.get(id)?.resource.paging
  return (
    place === 'query' && paging?.kind === 'cursor' && (paging.position === name || isBackwardCursor(name))
  )
}

/** Whether a value can stand in that place of a request and arrive as it is. */
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

/** Lists and objects within lists or objects: no style but the brackets of deepObject has a way to write them (OpenAPI 3.0.4 §4.7.12.3). */
function isBeyondStyle({ style, content }: Parameter, value: Json): boolean {
  if (content || style === 'deepObject' || typeof value !== 'object' || value === null) return false
  return Object.values(value).some((member) => typeof member === 'object' && member !== null)
}

/** A plain value as a parameter carries it. */
export const textOf = (value: Json): string =>
  typeof value === 'string' ? value : typeof value === 'object' ? '{}' : String(value)
