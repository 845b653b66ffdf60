import type { Answer } from '../answer.ts'
import { describeAnswer, lacksHead } from '../answer.ts'
import { fine, type Check } from '../check.ts'

/** No request, however odd, may make the server fail. */
export const serverError: Check<Answer> = {
  id: 'server-error',
  title: 'The server does not fail',
  severity: 'error',
  requirement: 'RFC 9110 §15.6: 5xx means that the server itself has erred',
  judge(answer) {
    if (answer.status < 500 || lacksHead(answer)) return fine
    // RFC 9110 §15.6.2: what a server that does not know a method at all answers.
    if (answer.status === 501 && answer.operation === undefined) return fine
    return [
      {
        cause: answer.intent === 'valid' ? 'valid' : 'odd',
        expected: answer.intent === 'valid' ? 'a response the document declares' : 'a refusal with 4xx',
        actual: describeAnswer(answer),
      },
    ]
  },
}
