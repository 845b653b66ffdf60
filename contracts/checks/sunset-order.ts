import { formatSunset } from '../../spec/http/lifecycle-fields.ts'
import { fine, type Check } from '../check.ts'
import type { Answer } from '../interaction.ts'
import { outOfOrder } from './lifecycle-fields.ts'

/** The sunset of an operation is not before its deprecation. */
export const sunsetOrder: Check<Answer> = {
  id: 'sunset-order',
  title: 'Sunset is not earlier than deprecation',
  severity: 'error',
  requirement: 'RFC 9745 §4: the Sunset date MUST NOT be earlier than the Deprecation date',
  judge(answer) {
    const dates = outOfOrder(answer)
    if (!dates) return fine
    const expected = `a Sunset date no earlier than the Deprecation date, ${formatSunset(dates.deprecation)}`
    return [{ cause: 'order', expected, actual: `Sunset: ${formatSunset(dates.sunset)}` }]
  },
}
