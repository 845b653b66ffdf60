import { headerValues } from '../../spec/http.ts'
import { parseSunset } from '../../spec/http/lifecycle-fields.ts'
import type { Check, Violation } from '../check.ts'
import type { Answer } from '../interaction.ts'

/** ETag and Last-Modified can be sent back in conditional requests as they are. */
export const validators: Check<Answer> = {
  id: 'validators',
  title: 'ETag and Last-Modified are valid',
  severity: 'error',
  requirement: 'RFC 9110 §8.8.3: an entity tag is a quoted string, after W/ if it is weak',
  judge(answer) {
    const tags = valuesOf(answer, 'etag').filter((value) => !/^(?:W\/)?"[^"]*"$/.test(value))
    const dates = valuesOf(answer, 'last-modified').filter((value) => parseSunset(value).kind === 'refused')
    return [...tags.slice(0, 1).map(unquoted), ...dates.slice(0, 1).map(undated)]
  },
}

/** The values of a header field, unless its declaration is violated, which is reported as such. */
function valuesOf({ exchange: { response }, issues }: Answer, name: string): readonly string[] {
  const values = headerValues(response.headers, name)
  const isReported = (): boolean =>
    issues.some((issue) => issue.in === 'header' && issue.path.toLowerCase() === name)
  return values.length > 0 && isReported() ? [] : values
}

const unquoted = (value: string): Violation => ({
  cause: 'etag',
  expected: 'an ETag in double quotes',
  actual: `ETag: ${value}`,
  reason: 'etag',
})

const undated = (value: string): Violation => ({
  cause: 'last-modified',
  expected: 'Last-Modified as an HTTP-date',
  actual: `Last-Modified: ${value}`,
  requirement:
    'RFC 9110 §8.8.2 and §5.6.7: Last-Modified is an HTTP-date, such as Sun, 06 Nov 1994 08:49:37 GMT',
  reason: 'last-modified',
})
