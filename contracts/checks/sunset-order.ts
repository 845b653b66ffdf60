import { formatSunset } from '../../spec/lifecycle-fields.ts'
import type { Answer } from '../answer.ts'
import { fine, type Check } from '../check.ts'
import { deprecationOf, sunsetOf } from './lifecycle-fields.ts'

/** Nothing ends before it is deprecated. */
export const sunsetOrder: Check<Answer> = {
  id: 'sunset-order',
  title: 'The sunset is not before the deprecation',
  severity: 'error',
  requirement: 'RFC 9745 §4: the Sunset date MUST NOT be earlier than the Deprecation date',
  judge(answer) {
    const [deprecation, sunset] = [deprecationOf(answer), sunsetOf(answer)]
    if (deprecation?.kind !== 'ok' || sunset?.kind !== 'ok' || sunset.seconds >= deprecation.seconds)
      return fine
    const expected = `a Sunset not before the Deprecation of ${formatSunset(deprecation.seconds)}`
    return [{ cause: 'order', expected, actual: `Sunset: ${formatSunset(sunset.seconds)}` }]
  },
}
