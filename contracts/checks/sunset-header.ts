import type { Operation } from '../../spec/document.ts'
import { formatSunset } from '../../spec/http/lifecycle-fields.ts'
import type { Answer } from '../answer.ts'
import { fine, type Check, type Violation } from '../check.ts'
import { isAnnounced, judgeField, sunsetOf } from './lifecycle-fields.ts'

/** An operation whose end is set says when, and what it says is what the document says. */
export const sunsetHeader: Check<Answer> = {
  id: 'sunset-header',
  title: 'The sunset is announced',
  severity: 'error',
  requirement: 'RFC 8594 §3: the Sunset header field',
  judge(answer) {
    const { operation } = answer
    if (!operation) return fine
    const reading = sunsetOf(answer)
    if (reading === undefined) return missing(answer, operation)
    const declared = operation.lifecycle.sunset
    const evidence = { name: 'Sunset', reading, malformed, declared, format: formatSunset } as const
    return judgeField(answer, operation, evidence)
  },
}

const malformed = {
  expected: 'an HTTP-date such as Thu, 05 Dec 2030 00:00:00 GMT',
  requirement: 'RFC 8594 §3 and RFC 9110 §5.6.7: an IMF-fixdate, its weekday that of the date',
} as const

function missing(answer: Answer, operation: Operation): readonly Violation[] {
  const { sunset } = operation.lifecycle
  if (sunset === undefined || !isAnnounced(answer, operation, 'sunset')) return fine
  const expected = `Sunset: ${formatSunset(sunset)}`
  return [{ cause: 'missing', expected, actual: 'no Sunset', requirement: operation.pointer }]
}
