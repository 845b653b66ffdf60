import { isDateTime, withoutLeapSecond } from '../validation/formats.ts'

/** RFC 9745 §2.1: a structured Date, `@1764892800`. */
export function formatDeprecation(seconds: number): string {
  return `@${String(seconds)}`
}

/** RFC 8594 §3: an HTTP-date as senders write it, `Thu, 05 Dec 2030 00:00:00 GMT` (RFC 9110 §5.6.7). */
export function formatSunset(seconds: number): string {
  return new Date(seconds * 1000).toUTCString()
}

export type FieldReading =
  | { readonly kind: 'ok'; readonly seconds: number }
  /** `reason` is a sentence for people. */
  | { readonly kind: 'refused'; readonly reason: string }

const bareItem = String.raw`-?\d{1,12}\.\d{1,3}|-?\d{1,15}|"(?:[ !#-\[\]-~]|\\["\\])*"|[A-Za-z*][!#$%&'*+.^_\`|~:/\w-]*|:[A-Za-z0-9+/=]*:|\?[01]|@-?\d{1,15}|%"(?:[ !#$&-~]|%[0-9a-f]{2})*"`
const structuredDate = new RegExp(`^@(-?\\d{1,15})(?:; *[a-z*][a-z0-9_.*-]*(?:=(?:${bareItem}))?)*$`)

/** RFC 9745 §2.1: an Item that is a Date, parameters allowed (RFC 9651 §3.3, §3.3.7). */
export function parseDeprecation(value: string): FieldReading {
  const trimmed = value.replace(/^ +| +$/g, '')
  const seconds = structuredDate.exec(trimmed)?.[1]
  return seconds === undefined
    ? { kind: 'refused', reason: `'${value}' ${deprecationReason(trimmed)}.` }
    : { kind: 'ok', seconds: Number(seconds) }
}

const wantedDate = 'RFC 9745 asks for a Date such as @1688169599'

function deprecationReason(value: string): string {
  if (/^(?:true|false|\?[01])$/i.test(value)) return `is a boolean, as drafts had it; ${wantedDate}`
  if (value.endsWith('GMT')) return `is an HTTP-date, as drafts had it; ${wantedDate}`
  if (/^-?\d+$/.test(value)) return 'is an Integer; a Date starts with @'
  if (/^@-?\d+\.\d+/.test(value)) return 'has a fraction; a Date is whole seconds'
  if (/^@[^"]*,/.test(value)) return 'is a List; the field is a single Date'
  return 'is no structured Date such as @1688169599'
}

const days = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const fixdate = /^([A-Z][a-z]{2}), (\d\d) ([A-Z][a-z]{2}) (\d{4}) (\d\d:\d\d:\d\d) GMT$/

/** RFC 8594 §3, RFC 9110 §5.6.7: an IMF-fixdate, its weekday right; the obsolete forms must not be sent. */
export function parseSunset(value: string): FieldReading {
  const trimmed = value.replace(/^[ \t]+|[ \t]+$/g, '')
  const refused = (reason: string): FieldReading => ({ kind: 'refused', reason: `'${value}' ${reason}.` })
  const [, weekday = '', day = '', month = '', year = '', time = ''] = fixdate.exec(trimmed) ?? []
  if (weekday === '') return refused(sunsetReason(trimmed))
  const date = `${year}-${String(months.indexOf(month) + 1).padStart(2, '0')}-${day}`
  const dateTime = `${date}T${time}Z`
  if (!isDateTime(dateTime)) return refused('is no time that exists')
  const instant = new Date(withoutLeapSecond(dateTime))
  const named = days[instant.getUTCDay()]!
  if (named !== weekday) return refused(`names the wrong weekday: it is ${named}`)
  return { kind: 'ok', seconds: instant.getTime() / 1000 }
}

function sunsetReason(value: string): string {
  const wanted = "senders write 'Thu, 05 Dec 2030 00:00:00 GMT'"
  if (/^[A-Z][a-z]+day, \d\d-[A-Z][a-z]{2}-\d\d \d\d:\d\d:\d\d GMT$/.test(value)) {
    return `has the obsolete form of RFC 850; ${wanted}`
  }
  if (/^[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d \d{4}$/.test(value)) {
    return `has the obsolete form of asctime; ${wanted}`
  }
  return `is no HTTP-date; ${wanted}`
}
