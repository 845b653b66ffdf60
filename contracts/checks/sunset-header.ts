import { headerValues } from '../../spec/http.ts'
import type { Answer } from '../answer.ts'
import { fine, type Check } from '../check.ts'
import { isAnnounced } from './deprecation-header.ts'

/** The instant of a Sunset field in Unix seconds; undefined when it is no IMF-fixdate (RFC 9110 §5.6.7). */
export function readSunset(values: readonly string[]): number | undefined {
  const [value] = values
  if (values.length !== 1 || value === undefined) return undefined
  const date = new Date(value)
  return !Number.isNaN(date.getTime()) && date.toUTCString() === value.trim() ? date.getTime() / 1000 : undefined
}

/** An operation whose end is set says when, and what it says is what the document says. */
export const sunsetHeader: Check<Answer> = {
  id: 'sunset-header',
  title: 'The sunset is announced',
  severity: 'error',
  requirement: 'RFC 8594 §3: the Sunset header field',
  judge(answer) {
    const { operation, exchange } = answer
    const values = headerValues(exchange.response.headers, 'sunset')
    const sunset = operation?.lifecycle.sunset
    if (!operation) return fine
    if (values.length === 0) {
      if (sunset === undefined || !isAnnounced(answer, operation, 'sunset')) return fine
      return [{ cause: 'missing', expected: `Sunset: ${httpDate(sunset)}`, actual: 'no Sunset', requirement: operation.pointer }]
    }
    const instant = readSunset(values)
    const actual = `Sunset: ${values.join(', ')}`
    if (instant === undefined) return [{ ...malformed, actual }]
    if (sunset === undefined || instant === sunset) return fine
    return [{ cause: 'contradicts', expected: `Sunset: ${httpDate(sunset)}, as the document says`, actual, requirement: operation.pointer }]
  },
}

const malformed = {
  cause: 'malformed',
  expected: 'an HTTP-date such as Thu, 05 Dec 2030 00:00:00 GMT',
  requirement: 'RFC 8594 §3 and RFC 9110 §5.6.7: an IMF-fixdate, its weekday that of the date',
} as const

const httpDate = (seconds: number): string => new Date(seconds * 1000).toUTCString()
