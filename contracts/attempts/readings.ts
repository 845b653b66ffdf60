import { equalJson, isArray, isJsonObject, type Json } from '../../spec/json.ts'
import { pointerTokens } from '../../spec/json/pointer.ts'
import { isDate } from '../../spec/validation/formats.ts'
import { jsonOf } from '../answer.ts'
import { recordIn } from '../answers/answer-records.ts'
import { isAuditValue, show } from '../answers/compare.ts'
import type { Api } from '../api/api.ts'
import type { Amends } from '../checks/invalid-refused.ts'
import { bodyValue, textOfId, valueAt, withBody, withValueAt } from '../draft.ts'
import type { Answer } from '../interaction.ts'
import { identityIn } from '../records/identity.ts'
import { isPossible } from '../records/readable.ts'
import { isValid } from '../requests/validity.ts'
import type { Mutation } from './mutation.ts'

/** An invalid value, and what the record in the response shows of it. */
export interface Reading {
  readonly name: string
  readonly sent: Json
  /** Undefined where the record lacks the property. */
  readonly shown: Json | undefined
}

/** How the server read the invalid part of a body; undefined if the response has no record to tell. */
export function readingOf(
  { model }: Api,
  { operation, path }: Mutation,
  answer: Answer,
): Reading | undefined {
  const role = model.roles.get(operation.id)?.operation
  const body = role ? undefined : jsonOf(answer)
  const record =
    role?.requestPath.length === 0 ? recordIn(answer, role) : isJsonObject(body) ? body : undefined
  const sent = path === undefined ? undefined : valueAt(bodyValue(answer.draft), path)
  if (!record || path === undefined || path === '' || sent === undefined) return undefined
  const shown = valueAt(record, path)
  // Only a record lacks a property because it has none.
  return !role && shown === undefined ? undefined : { name: pointerTokens(path).join('.'), sent, shown }
}

/**
 * Whether the server took null for a property that was left out, as many mappers of JSON to objects do: the property may be left out, and
 * the response shows nothing of it, or null where the record may have that.
 */
export function isTakenAsAbsent(
  api: Api,
  { draft }: Answer,
  { operation, path = '' }: Mutation,
  { name, sent, shown }: Reading,
): boolean {
  const rest = sent === null ? withValueAt(bodyValue(draft) ?? null, path, undefined) : undefined
  if (rest === undefined || !isValid(api, withBody(draft, rest))) return false
  const resource = api.model.roles.get(operation.id)?.resource
  if (shown === null) return resource !== undefined && isPossible(api, resource, name, null)
  return shown === undefined
}

/** What the server did to make the value valid. */
export function amendsOf({ keyword }: Mutation, { name, sent, shown }: Reading): Amends | undefined {
  if (shown === undefined)
    return isClosing(keyword)
      ? { what: 'leaves out properties that are not allowed', shown: `no ${name} in the response` }
      : undefined
  if (equalJson(sent, shown)) return undefined
  const isConverted =
    keyword === 'type' &&
    sent !== null &&
    kindOf(sent) !== kindOf(shown) &&
    ((typeof sent === 'object' && shown !== null) ||
      typeof shown === 'boolean' ||
      isSameScalar(sent, onlyItem(shown)))
  return {
    what: isConverted ? 'converts values to the declared type' : 'shows another value',
    shown: `${name} = ${show(shown)} in the response`,
  }
}

/**
 * Whether the server has a value of its own for the property, whatever it is sent: when or by whom the record was changed, the id that
 * the path gives already, or that of a new record sent as null.
 */
export function isSetByServer(
  api: Api,
  { draft }: Answer,
  { operation, path }: Mutation,
  { name, sent, shown }: Reading,
): boolean {
  if (shown === undefined || equalJson(sent, shown)) return false
  if (isAuditValue(name, shown)) return true
  const { resource, operation: role } = api.model.roles.get(operation.id) ?? {}
  if (sent === null && role?.role === 'create' && resource?.idProperty === name) return true
  const idParameter = role?.idParameter
  if (idParameter === undefined || identityIn(api, operation)?.pointer !== path) return false
  return textOfId(shown) === textOfId(draft.path[idParameter] ?? '')
}

/** Whether the response may show a number as the string that was sent, though requests may not: ids as strings of digits. */
export function mayBeShownSo(
  api: Api,
  { operation, keyword }: Mutation,
  { name, sent, shown }: Reading,
): boolean {
  const resource = api.model.roles.get(operation.id)?.resource
  return (
    keyword === 'type' &&
    typeof sent === 'string' &&
    sent === shown &&
    /^-?\d+$/.test(sent) &&
    resource !== undefined &&
    isPossible(api, resource, name, sent)
  )
}

/** What a server does that has a value of its own for a property. */
export const overriding = ({ name, shown }: Reading): Amends => ({
  what: 'sets the property itself',
  shown: `${name} = ${show(shown ?? null)} in the response`,
})

/** What a server does that treats null as if the property were left out. */
export const ignoring = ({ name, shown }: Reading): Amends => ({
  what: 'ignores null',
  shown: `${name} = ${show(shown ?? null)} in the response`,
})

/** The JSON type of a value, by which a value that was converted differs from the one that was sent. */
const kindOf = (value: Json): string =>
  value === null ? 'null' : isArray(value) ? 'array' : typeof value === 'bigint' ? 'number' : typeof value

const isClosing = (keyword: string | undefined): boolean =>
  keyword === 'additionalProperties' || keyword === 'unevaluatedProperties'

/** Whether the server removed whitespace around the value: what it stored is valid. */
export const isTrimmed = ({ sent, shown }: Reading): boolean =>
  typeof sent === 'string' && sent !== shown && sent.trim() === shown

/**
 * Whether the server understood the value: what it shows instead says the same, as 7 does for `"7"`, 1 for true, or a list for its only
 * item. Where it shows nothing, the value has to be clear, or a property that the schema does not know.
 */
export function meansTheSame({ keyword, isClear }: Mutation, { sent, shown }: Reading): boolean {
  if (shown === undefined) return isClear === true || isClosing(keyword)
  // Many languages count a character outside the Basic Multilingual Plane twice, as its UTF-16 code units.
  if (equalJson(sent, shown)) return keyword === 'minLength' && isClear === true
  if (keyword === 'type') return isSameScalar(onlyItem(sent), onlyItem(shown))
  if (typeof sent === 'object' || typeof shown === 'object') return false
  return (
    keyword === 'format' &&
    (hasSameDigits(String(sent), String(shown)) ||
      // A time without an offset is often taken for one in UTC, and a date for its first moment there.
      [`${String(sent)}Z`, `${String(sent)}T00:00:00Z`, String(sent)].some((text) =>
        isSameInstant(text, String(shown)),
      ))
  )
}

/** A value in place of the list that it is the only item of. */
const onlyItem = (value: Json): Json => (isArray(value) && value.length === 1 ? (value[0] ?? null) : value)

/** A scalar as text; the words for booleans have capitals in some languages. */
const asWord = (value: Exclude<Json, object>): string =>
  String(value).replace(/^(?:True|False)$/, (word) => word.toLowerCase())

function isSameScalar(one: Json, other: Json): boolean {
  if (typeof one === 'object' || typeof other === 'object' || String(one).trim() === '') return false
  return asWord(one) === asWord(other) || Number(one) === Number(other)
}

/** Whether both texts are dates with a time, at the same moment: `09:00+0200` and `07:00Z`, but not the 30th of February and the 2nd of March. */
function isSameInstant(...texts: readonly [string, string]): boolean {
  const [one, other] = texts.map((text) =>
    /^\d{4}-\d\d-\d\dT\d/i.test(text) && isDate(text.slice(0, 10)) ? Date.parse(text) : NaN,
  )
  return one === other
}

/** Whether two texts differ in nothing but punctuation, letter case and leading zeros: `2024-1-5` and `2024-01-05`. */
function hasSameDigits(one: string, other: string): boolean {
  const [left, right] = [one, other].map((text) => text.toLowerCase())
  const bare = (text = ''): string => text.replaceAll(/[^\p{L}\p{N}]/gu, '')
  const unpadded = (text = ''): string => text.trim().replaceAll(/(?<!\d)0+(?=\d)/g, '')
  return bare(left) === bare(right) || unpadded(left) === unpadded(right)
}
