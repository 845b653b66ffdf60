import type { Ajv2020 } from 'ajv/dist/2020.js'
import addStandardFormats, { type FormatsPlugin } from 'ajv-formats'

const dateTime =
  /^(\d{4}-\d\d-\d\d)[Tt]([01]\d|2[0-3]):([0-5]\d):([0-5]\d|60)(?:\.\d+)?(?:[Zz]|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/
const date = /^(\d{4})-(\d\d)-(\d\d)$/

/** RFC 3339 §5.6 `full-date`: a day that exists. */
export function isDate(text: string): boolean {
  const match = date.exec(text)
  if (!match) return false
  const [year, month, day] = match.slice(1).map(Number) as [number, number, number]
  const leap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
  const days = [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]
  return days !== undefined && day >= 1 && day <= days
}

/** RFC 3339 §5.6 `date-time`, with `T` between; second 60 only where a leap second can fall (23:59:60 UTC). */
export function isDateTime(text: string): boolean {
  const match = dateTime.exec(text)
  if (!match || !isDate(match[1] ?? '')) return false
  if (match[4] !== '60') return true
  return new Date(text.replace(/:60/, ':59')).toISOString().slice(11, 19) === '23:59:59'
}

const integerBetween =
  (minimum: number, maximum: number) =>
  (value: number): boolean =>
    !Number.isInteger(value) || (value >= minimum && value <= maximum)

const base64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/

/** Formats that are asserted; every other is an annotation (OpenAPI 3.0.4 §4.4, Format Registry). */
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
