import { header } from '../../spec/http.ts'
import { formatSunset } from '../../spec/lifecycle-fields.ts'
import type { Answer } from '../answer.ts'
import { fine, type Check } from '../check.ts'
import { isAnnounced, isOutOfOrder, sunsetOf } from './lifecycle-fields.ts'

/** An operation whose end is set says when, and what it says is what the document says. */
export const sunsetHeader: Check<Answer> = {
  id: 'sunset-header',
  title: 'The sunset is announced',
  severity: 'error',
  requirement: 'RFC 8594 §3: the Sunset header field',
  judge(answer) {
    const { operation, exchange } = answer
    if (!operation) return fine
    const { sunset } = operation.lifecycle
    const reading = sunsetOf(answer)
    if (reading === undefined) {
      if (sunset === undefined || !isAnnounced(answer, operation, 'sunset')) return fine
      const expected = `Sunset: ${formatSunset(sunset)}`
      return [{ cause: 'missing', expected, actual: 'no Sunset', requirement: operation.pointer }]
    }
    const value = `Sunset: ${header(exchange.response.headers, 'sunset') ?? ''}`
    if (reading.kind === 'refused')
      return [{ ...malformed, actual: `${value} (${reading.reason.replace(/\.$/, '')})` }]
    if (sunset === undefined || reading.seconds === sunset || isOutOfOrder(answer)) return fine
    const expected = `Sunset: ${formatSunset(sunset)}, as the document says`
    return [{ cause: 'contradicts', expected, actual: value, requirement: operation.pointer }]
  },
}

const malformed = {
  cause: 'malformed',
  expected: 'an HTTP-date such as Thu, 05 Dec 2030 00:00:00 GMT',
  requirement: 'RFC 8594 §3 and RFC 9110 §5.6.7: an IMF-fixdate, its weekday that of the date',
} as const
