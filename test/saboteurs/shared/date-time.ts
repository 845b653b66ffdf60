/** An RFC 3339 date-time in UTC, to the second. */
export const instant = (time: Date): string => `${time.toISOString().slice(0, 19)}Z`

/** An RFC 3339 full-date. */
export function dayAfter(time: Date, days: number): string {
  return new Date(time.getTime() + days * 86_400_000).toISOString().slice(0, 10)
}

/** Milliseconds since the epoch of an RFC 3339 date-time. A leap second counts as the second before it. */
export const timeOf = (text: string): number => Date.parse(text.toUpperCase().replace(/:60(?=[Z.+-])/, ':59'))

const dateTime = /^(\d{4})-(\d\d)-(\d\d)[Tt](\d\d):(\d\d):(\d\d)(?:\.\d+)?(?:[Zz]|([+-])(\d\d):(\d\d))$/

/** Whether the text is a date-time of RFC 3339 §5.6; checks days of the month and leap seconds. */
export function isDateTime(text: string): boolean {
  const match = dateTime.exec(text)
  if (match === null) return false
  const [year, month, day, hour, minute, second] = match.slice(1, 7).map(Number) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ]
  const [offsetHour, offsetMinute] = [Number(match[8] ?? 0), Number(match[9] ?? 0)]
  const offset = (offsetHour * 60 + offsetMinute) * (match[7] === '-' ? -1 : 1)
  const leap = second === 60 && (hour * 60 + minute - offset + 1440) % 1440 === 1439
  return (
    isDate(year, month, day) &&
    hour < 24 &&
    minute < 60 &&
    (second < 60 || leap) &&
    offsetHour < 24 &&
    offsetMinute < 60
  )
}

function isDate(year: number, month: number, day: number): boolean {
  const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
  const days = [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
  return day >= 1 && day <= (days[month - 1] ?? 0)
}
