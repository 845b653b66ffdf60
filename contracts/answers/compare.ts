import {
  isChangeTimestamp,
  isCreationTimestamp,
  isEditorName,
} from '../../spec/inference/times/timestamps.ts'
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
 * Returns the properties of `expected` whose value in `actual` differs. A missing property counts only if `isDeclared` says
 * that the response declares it. Timestamps are compared as instants, objects by the members of the expected value.
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

/** Whether a value means the same as a missing property: many serializers omit the zero value of a type. */
const isNothing = (value: Json): boolean =>
  value === null ||
  value === '' ||
  value === 0 ||
  value === false ||
  (isArray(value) && (value.length === 0 || isBlank(value))) ||
  (isJsonObject(value) && Object.values(value).every(isNothing))

/** Whether both say that there is nothing, one as null, the other as an empty text or list. */
const isSameNothing = (one: Json, other: Json): boolean =>
  [one, other].includes(null) && [one, other].every((value) => value === null || isEmpty(value))

const isEmpty = (value: Json): boolean => value === '' || (isArray(value) && value.length === 0)

/** Whether a list consists of empty objects, which the server may interpret as it likes. */
const isBlank = (list: readonly Json[]): boolean =>
  list.length > 0 && list.every((item) => isJsonObject(item) && Object.keys(item).length === 0)

function agrees(wanted: Json, found: Json): boolean {
  if (equalJson(wanted, found) || isSameNothing(wanted, found)) return true
  if (typeof wanted === 'string' && typeof found === 'string')
    return (
      sameInstant(wanted, found) ||
      sameAmount(wanted, found) ||
      isMaskOf(wanted, found) ||
      normal(wanted) === normal(found)
    )
  if (typeof wanted !== typeof found) return sameDecimal(wanted, found)
  if (isJsonObject(wanted) && isJsonObject(found)) return differences(wanted, found).length === 0
  if (!Array.isArray(wanted) || !Array.isArray(found)) return false
  if (isBlank(wanted)) return true
  const [sent, others] = [wanted as readonly Json[], found as readonly Json[]]
  // Who is named twice among the members of a group is a member once.
  const items = sent.length > others.length ? distinct(sent) : sent
  return items.length === others.length && items.every((item, index) => agrees(item, others[index] as Json))
}

/** The items without those that tell nothing which another one does not tell. */
const distinct = (items: readonly Json[]): readonly Json[] =>
  items.filter(
    (item, index) =>
      !items.some((other, at) => at !== index && agrees(item, other) && (at < index || !agrees(other, item))),
  )

const timestamp = /^\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d:\d\d(?:\.\d+)?(?:[Zz]|[+-]\d\d:\d\d)$/

/** Whether a value is an RFC 3339 timestamp. */
export const isTimestamp = (value: Json | undefined): boolean =>
  typeof value === 'string' && timestamp.test(value)

const fullDate = /^\d{4}-\d\d-\d\d$/
/** The largest offset of a local time from UTC, in milliseconds. */
const largestOffset = 14 * 60 * 60 * 1000

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const email = /^([^\s@]+)@([^\s@]+)$/
/** A decimal number, or a duration in seconds: `3.50s`. */
const decimal = /^[+-]?(?:\d{1,15}(?:\.\d{0,10}s?|s)|\.\d{1,10})$/

/**
 * Applies the normalizations that leave the meaning of a string unchanged: surrounding whitespace removed, UUIDs (RFC 9562 §4)
 * and domains of e-mail addresses (RFC 5321 §2.4) in lower case, decimal numbers without trailing zeros, composed Unicode
 * characters.
 */
function normal(text: string): string {
  const plain = text.trim().normalize()
  if (decimal.test(plain)) return plain.replace(/[\d.+-]+/, (amount) => String(Number(amount)))
  if (uuid.test(plain)) return plain.toLowerCase()
  return plain.replace(email, (_, mailbox: string, domain: string) => `${mailbox}@${domain.toLowerCase()}`)
}

/** Whether a text hides another one, as servers show passwords and card numbers: `*****`, `•••• 4242`. */
function isMaskOf(wanted: string, found: string): boolean {
  const [, before, after] = /^([^*•●]{0,8})[*•●]{3,}\s?([^*•●]{0,8})$/.exec(found) ?? []
  return before !== undefined && after !== undefined && wanted.startsWith(before) && wanted.endsWith(after)
}

/** Whether one is a number and the other a string of it: decimals are often strings, which keep trailing zeros. */
function sameDecimal(one: Json, other: Json): boolean {
  const [text, number] = typeof one === 'string' ? [one, other] : [other, one]
  return typeof text === 'string' && text.trim() !== '' && Number(text) === number
}

/** Whether an integer came back as a decimal number: `05` as `5.00`. */
const sameAmount = (wanted: string, found: string): boolean =>
  /^[+-]?\d{1,15}$/.test(wanted) && decimal.test(found) && Number(wanted) === Number(found)

/**
 * Whether both are the same instant, to the second: servers keep more or fewer digits of its fraction. A date equals the
 * instant at which it begins in some time zone.
 */
function sameInstant(wanted: string, found: string): boolean {
  // PostgreSQL writes offsets of whole hours without minutes.
  const shown = found.replace(/(?<=:\d\d(?:\.\d+)?[+-]\d\d)$/, ':00')
  if (!timestamp.test(shown)) return false
  const apart = Math.abs(Date.parse(wanted) - Date.parse(shown))
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

/** Whether two lists differ only in the order of their items. */
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

/** The first place at which an object or a list differs: `kernel.name` for `kernel`. */
export function innermost(difference: Difference): Difference {
  const { property, expected, actual } = difference
  if (isJsonObject(expected) && actual !== undefined && isJsonObject(actual)) {
    const [first] = differences(expected, actual)
    return first ? innermost({ ...first, property: `${property}.${first.property}` }) : difference
  }
  if (!isArray(expected) || actual === undefined || !isArray(actual) || expected.length !== actual.length)
    return difference
  const index = expected.findIndex((item, at) => !agrees(item, actual[at] ?? null))
  const [item, other] = [expected[index], actual[index]]
  return item === undefined
    ? difference
    : innermost({ property: `${property}[${String(index)}]`, expected: item, actual: other })
}

/** Formats a value for a message. */
export function show(value: Json | undefined): string {
  return value === undefined ? 'nothing' : clip(stringifyJson(value), 80)
}

/** Whether a property is the time of creation or change by the server's clock, even if the document lets clients write it. */
export const isChangeTime = (name: string, value: Json | undefined): boolean =>
  isTimestamp(value) && isNamedForChange(name)

const isNamedForChange = (name: string): boolean => isCreationTimestamp(name) || isChangeTimestamp(name)

/** Whether a property is when or by whom a record was created or changed, even if the document lets clients write it. */
export const isAuditValue = (name: string, value: Json | undefined): boolean =>
  isChangeTime(name, value) || (typeof value === 'number' && isNamedForChange(name)) || isEditorName(name)
