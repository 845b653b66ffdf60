import {
  equalJson,
  isArray,
  isJsonObject,
  stringifyJson,
  type Json,
  type JsonObject,
} from '../../spec/json.ts'
import { clip } from '../answer.ts'

/** A property that is not what it should be; `actual` is undefined when it is missing. */
export interface Difference {
  readonly property: string
  readonly expected: Json
  readonly actual: Json | undefined
}

/**
 * The properties of `expected` that `actual` has otherwise. One that is missing counts only when `isDeclared` says that
 * the response has such a property. Timestamps are compared as instants, objects by the members that were sent.
 */
export function differences(
  expected: JsonObject,
  actual: JsonObject,
  isDeclared: (property: string) => boolean = () => true,
): readonly Difference[] {
  return Object.entries(expected).flatMap(([property, wanted]): readonly Difference[] => {
    const found = Object.hasOwn(actual, property) ? actual[property] : undefined
    if (found === undefined)
      return isDeclared(property) && !isNothing(wanted) ? [{ property, expected: wanted, actual: found }] : []
    return agrees(wanted, found) ? [] : [{ property, expected: wanted, actual: found }]
  })
}

/** What says as much as not being there: many writers of JSON leave out what has the value that its type begins with. */
const isNothing = (value: Json): boolean =>
  value === null ||
  value === '' ||
  value === 0 ||
  value === false ||
  (isArray(value) && (value.length === 0 || isBlank(value))) ||
  (isJsonObject(value) && Object.values(value).every(isNothing))

/** Whether a list has nothing but objects without members: what these are is left to the server. */
const isBlank = (list: readonly Json[]): boolean =>
  list.length > 0 && list.every((item) => isJsonObject(item) && Object.keys(item).length === 0)

function agrees(wanted: Json, found: Json): boolean {
  if (equalJson(wanted, found)) return true
  if (typeof wanted === 'string' && typeof found === 'string')
    return sameInstant(wanted, found) || normal(wanted) === normal(found)
  if (typeof wanted !== typeof found) return sameDecimal(wanted, found)
  if (isJsonObject(wanted) && isJsonObject(found)) return differences(wanted, found).length === 0
  if (!Array.isArray(wanted) || !Array.isArray(found)) return false
  if (isBlank(wanted)) return true
  const [items, others] = [wanted as readonly Json[], found as readonly Json[]]
  return items.length === others.length && items.every((item, index) => agrees(item, others[index] as Json))
}

const timestamp = /^\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d:\d\d(?:\.\d+)?(?:[Zz]|[+-]\d\d:\d\d)$/

/** Whether a value is an instant, as RFC 3339 writes them. */
export const isTimestamp = (value: Json | undefined): boolean =>
  typeof value === 'string' && timestamp.test(value)

const fullDate = /^\d{4}-\d\d-\d\d$/
/** Milliseconds that local time is away from UTC, at most. */
const largestOffset = 14 * 60 * 60 * 1000

const caseless = /^(?:[^\s@]+@[^\s@]+|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i
/** As seconds may be told too: `3.50s`. */
const decimal = /^[+-]?\d{1,15}(?:\.\d{1,10}s?|s)$/

/**
 * What a server may make of a text without changing what it says: no space around it, an e-mail address or UUID in lower
 * case (RFC 9562 §4), a decimal number without zeros at its end, composed characters.
 */
function normal(text: string): string {
  const plain = text.trim().normalize()
  if (decimal.test(plain)) return plain.replace(/[\d.+-]+/, (amount) => String(Number(amount)))
  return caseless.test(plain) ? plain.toLowerCase() : plain
}

/** Whether one is a number and the other its text: decimals are often told by texts, which keep zeros at their end. */
function sameDecimal(one: Json, other: Json): boolean {
  const [text, number] = typeof one === 'string' ? [one, other] : [other, one]
  return typeof text === 'string' && text.trim() !== '' && Number(text) === number
}

/** To the second: servers keep more or less of its fraction. A day may be told by the instant in which it begins somewhere. */
function sameInstant(wanted: string, found: string): boolean {
  if (!timestamp.test(found)) return false
  const apart = Math.abs(Date.parse(wanted) - Date.parse(found))
  return timestamp.test(wanted) ? apart < 1000 : fullDate.test(wanted) && apart <= largestOffset
}

/** Whether two texts, or lists of texts, differ in nothing but upper and lower case. */
export function isRecased(expected: Json, actual: Json | undefined): boolean {
  if (typeof expected === 'string' && typeof actual === 'string')
    return agrees(expected.toLowerCase(), actual.toLowerCase())
  if (!isArray(expected) || actual === undefined || !isArray(actual)) return false
  const isSame = (item: Json, index: number): boolean =>
    agrees(item, actual[index] ?? null) || isRecased(item, actual[index])
  return expected.length === actual.length && expected.every(isSame)
}

/** Whether two lists differ in nothing but the order of their items. */
export function isReordered(expected: Json, actual: Json | undefined): boolean {
  if (!isArray(expected) || actual === undefined || !isArray(actual)) return false
  const left = [...actual]
  const isThere = (item: Json): boolean => {
    const index = left.findIndex((other) => agrees(item, other))
    if (index >= 0) left.splice(index, 1)
    return index >= 0
  }
  return expected.length === actual.length && expected.every(isThere)
}

/** A value for a message. */
export function show(value: Json | undefined): string {
  return value === undefined ? 'nothing' : clip(stringifyJson(value), 80)
}
