import addStandardFormats, { type FormatsPlugin } from 'ajv-formats'
import type { Ajv2020 } from 'ajv/dist/2020.js'

const dateTime =
  /^\d{4}-\d\d-\d\d[Tt](?:[01]\d|2[0-3]):[0-5]\d:(?:[0-5]\d|60)(?:\.\d+)?(?:[Zz]|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/
const date = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/

/** Whether a text is a `full-date` of a day that exists (RFC 3339 §5.6). */
export function isDate(text: string): boolean {
  return date.test(text) && (Number(text.slice(8)) <= 28 || dayExists(text))
}

function dayExists(text: string): boolean {
  const [year, month, day] = text.split('-').map(Number) as [number, number, number]
  return day <= new Date(Date.UTC(2000 + (year % 400), month, 0)).getUTCDate()
}

/** Whether a text is a `date-time` with the separator `T`; second 60 only for a leap second, 23:59:60 UTC (RFC 3339 §5.6). */
export function isDateTime(text: string): boolean {
  if (!dateTime.test(text) || !isDate(text.slice(0, 10))) return false
  if (text.slice(17, 19) !== '60') return true
  return new Date(withoutLeapSecond(text)).toISOString().slice(11, 19) === '23:59:59'
}

/** Replaces a leap second by the second before it: JavaScript dates have none. */
export function withoutLeapSecond(dateTime: string): string {
  return dateTime.replace(':60', ':59')
}

const integerBetween =
  (minimum: number, maximum: number) =>
  (value: number): boolean =>
    !Number.isInteger(value) || (value >= minimum && value <= maximum)

const base64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/

/** Adds the formats that are validated. All others are annotations (OpenAPI 3.0.4 §4.4, Format Registry). */
export function addFormats(ajv: Ajv2020): void {
  ;(addStandardFormats as unknown as FormatsPlugin)(ajv, [
    'time',
    'duration',
    'uri',
    'uri-reference',
    'uri-template',
    'email',
    'hostname',
    'ipv4',
    'ipv6',
    'regex',
    'uuid',
    'json-pointer',
    'relative-json-pointer',
  ])
  ajv.addFormat('date', { type: 'string', validate: isDate })
  ajv.addFormat('date-time', { type: 'string', validate: isDateTime })
  ajv.addFormat('byte', { type: 'string', validate: (text: string) => base64.test(text) })
  ajv.addFormat('int32', { type: 'number', validate: integerBetween(-2147483648, 2147483647) })
  ajv.addFormat('int64', {
    type: 'number',
    validate: integerBetween(-9223372036854775808, 9223372036854774784),
  })
}
