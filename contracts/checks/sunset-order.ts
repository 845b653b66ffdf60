import { headerValues } from '../../spec/http.ts'
import type { Answer } from '../answer.ts'
import { fine, type Check } from '../check.ts'
import { readDeprecation } from './deprecation-header.ts'
import { readSunset } from './sunset-header.ts'

/** Nothing ends before it is deprecated. */
export const sunsetOrder: Check<Answer> = {
  id: 'sunset-order',
  title: 'The sunset is not before the deprecation',
  severity: 'error',
  requirement: 'RFC 9745 §4: the Sunset date MUST NOT be earlier than the Deprecation date',
  judge({ exchange }) {
    const deprecation = readDeprecation(headerValues(exchange.response.headers, 'deprecation'))
    const sunset = readSunset(headerValues(exchange.response.headers, 'sunset'))
    if (deprecation === undefined || sunset === undefined || sunset >= deprecation) return fine
    const say = (seconds: number): string => new Date(seconds * 1000).toISOString()
    return [{ cause: 'order', expected: `a Sunset at or after ${say(deprecation)}`, actual: `a Sunset at ${say(sunset)}` }]
  },
}
