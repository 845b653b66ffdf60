import { formatSunset } from '../../spec/http/lifecycle-fields.ts'
import { fine, type Check } from '../check.ts'
import type { Answer } from '../interaction.ts'
import { judgeField, sunsetField } from './lifecycle-fields.ts'

/** An operation with a sunset sends a Sunset header with the date of the document. */
export const sunsetHeader: Check<Answer> = {
  id: 'sunset-header',
  title: 'Operations with a sunset send Sunset',
  severity: 'error',
  requirement: 'RFC 8594 §3: the Sunset header announces when a resource becomes unavailable',
  judge(answer) {
    const { operation } = answer
    if (!operation) return fine
    const { sunset } = operation.lifecycle
    const missing =
      sunset === undefined
        ? undefined
        : { expected: `Sunset: ${formatSunset(sunset)}`, requirement: operation.pointer }
    return judgeField(answer, operation, sunsetField, { seconds: sunset, missing })
  },
}
