import { describeAnswer } from '../answer.ts'
import { fine, type Check } from '../check.ts'
import type { Answer } from '../interaction.ts'

/** Refusals that blame something other than Accept; further ones may have unrelated reasons. */
const misleading = new Set([405, 411, 413, 414, 415, 501])

/** An Accept header that no representation matches gets 406 or is ignored. */
export const notAcceptable: Check<{ readonly answer: Answer }> = {
  id: 'not-acceptable',
  title: 'An Accept header that cannot be met gets 406 or is ignored',
  severity: 'warning',
  requirement: 'RFC 9110 §12.5.1: the server sends 406 or disregards the Accept header',
  judge({ answer }) {
    if (!misleading.has(answer.status)) return fine
    return [
      {
        cause: `status:${String(answer.status)}`,
        expected: '406, or the same response as without Accept',
        actual: describeAnswer(answer),
      },
    ]
  },
}
