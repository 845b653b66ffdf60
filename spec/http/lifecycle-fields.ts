import { isDateTime, withoutLeapSecond } from '../validation/formats.ts'

/** The value of a `Deprecation` field, a structured Date: `@1764892800` (RFC 9745 §2.1). */
export function formatDeprecation(seconds: number): string {
  return `@${String(seconds)}`
}

/** The value of a `Sunset` field, an IMF-fixdate: `Thu, 05 Dec 2030 00:00:00 GMT` (RFC 8594 §3, RFC 9110 §5.6.7). */
export function formatSunset(seconds: number): string {
  return new Date(seconds * 1000).toUTCString()
}

export type FieldReading =
  | { readonly kind: 'ok'; readonly seconds: number }
  /** `reason` is a sentence. */
  | { readonly kind: 'refused'; readonly reason: string }

const bareItem = String.raw`-?\d{1,12}\.\d{1,3}|-?\d{1,15}|"(?:[ !#-\[\]-~]|\\["\\])*"|[A-Za-z*][!#$%&'*+.^_\`|~:/\w-]*|:[A-Za-z0-9+/=]*:|\?[01]|@-?\d{1,15}|%"(?:[ !#$&-~]|%[0-9a-f]{2})*"`
const structuredDate = new RegExp(`^@(-?\\d{1,15})(?:; *[a-z*][a-z0-9_.*-]*(?:=(?:${bareItem}))?)*$`)

/** Parses a `Deprecation` field: a structured Date, with or without parameters (RFC 9745 §2.1, RFC 9651 §3.3.7). */
export function parseDeprecation(value: string): FieldReading {
  const trimmed = value.replace(/^ +| +$/g, '')
  const seconds = structuredDate.exec(trimmed)?.[1]
  return seconds === undefined
    ? { kind: 'refused', reason: `'${value}' ${deprecationReason(trimmed)}.` }
    : { kind: 'ok', seconds: Number(seconds) }
}

const expectedDate = 'RFC 9745 requires a Date such as @1688169599'

function deprecationReason(value: string): string {
  if (/^(?:true|false|\?[01])$/i.test(value)) return `is a boolean, as in early drafts; ${expectedDate}`
  if (value.endsWith('GMT')) return `is an HTTP-date, as in early drafts; ${expectedDate}`
  if (/^-?\d+$/.test(value)) return 'is an Integer; a Date starts with @'
  if (/^@-?\d+\.\d+/.test(value)) return 'has a fraction; a Date is whole seconds'
  if (/^@[^"]*,/.test(value)) return 'is a List; the field is a single Date'
  return 'is not a structured Date such as @1688169599'
}

const days = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const fixdate = /^([A-Z][a-z]{2}), (\d\d) ([A-Z][a-z]{2}) (\d{4}) (\d\d:\d\d:\d\d) GMT$/

/**
 * Parses a `Sunset` field: an IMF-fixdate with the correct weekday. The obsolete forms of an HTTP-date must not be sent
 * (RFC 8594 §3, RFC 9110 §5.6.7).
 */
export function parseSunset(value: string): FieldReading {
  const trimmed = value.replace(/^[ \t]+|[ \t]+$/g, '')
  const refused = (reason: string): FieldReading => ({ kind: 'refused', reason: `'${value}' ${reason}.` })
  const [, weekday = '', day = '', month = '', year = '', time = ''] = fixdate.exec(trimmed) ?? []
  if (weekday === '') return refused(sunsetReason(trimmed))
  const date = `${year}-${String(months.indexOf(month) + 1).padStart(2, '0')}-${day}`
  const dateTime = `${date}T${time}Z`
  if (!isDateTime(dateTime)) return refused('is not an existing date and time')
  const instant = new Date(withoutLeapSecond(dateTime))
  const actualWeekday = days[instant.getUTCDay()]!
  if (actualWeekday !== weekday) return refused(`has the wrong weekday: it is a ${actualWeekday}`)
  return { kind: 'ok', seconds: instant.getTime() / 1000 }
}

function sunsetReason(value: string): string {
  const expected = "the form to send is 'Thu, 05 Dec 2030 00:00:00 GMT'"
  if (/^[A-Z][a-z]+day, \d\d-[A-Z][a-z]{2}-\d\d \d\d:\d\d:\d\d GMT$/.test(value)) {
    return `has the obsolete RFC 850 form; ${expected}`
  }
  if (/^[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d \d{4}$/.test(value)) {
    return `has the obsolete asctime form; ${expected}`
  }
  return `is not an HTTP-date; ${expected}`
}
