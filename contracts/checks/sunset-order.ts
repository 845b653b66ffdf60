import { formatSunset } from '../../spec/http/lifecycle-fields.ts'
import type { Answer } from '../answer.ts'
import { fine, type Check } from '../check.ts'
import { outOfOrder } from './lifecycle-fields.ts'

/** Nothing ends before it is deprecated. */
export const sunsetOrder: Check<Answer> = {
  id: 'sunset-order',
  title: 'The sunset is not before the deprecation',
  severity: 'error',
  requirement: 'RFC 9745 §4: the Sunset date MUST NOT be earlier than the Deprecation date',
  judge(answer) {
    const dates = outOfOrder(answer)
    if (!dates) return fine
    const expected = `a Sunset not before the Deprecation of ${formatSunset(dates.deprecation)}`
    return [{ cause: 'order', expected, actual: `Sunset: ${formatSunset(dates.sunset)}` }]
  },
}
