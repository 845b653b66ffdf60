import { describeAnswer, type Answer } from '../answer.ts'
import { fine, type Check } from '../check.ts'

/** Other refusals may have other reasons. */
const misleading = new Set([405, 411, 413, 414, 415, 501])

/** Who asks for a media type there is none of is told so, or gets what there is. */
export const notAcceptable: Check<{ readonly answer: Answer }> = {
  id: 'not-acceptable',
  title: 'An Accept that cannot be met is 406, or disregarded',
  severity: 'warning',
  requirement: 'RFC 9110 §12.5.1: 406, or the response as if the field were not there',
  judge({ answer }) {
    if (!misleading.has(answer.status)) return fine
    return [
      {
        cause: `status:${String(answer.status)}`,
        expected: '406, or the answer as without Accept',
        actual: describeAnswer(answer),
      },
    ]
  },
}
