import { describeAnswer, kindOfAnswer, lacksHead } from '../answer.ts'
import { fine, type Check } from '../check.ts'
import type { Answer } from '../interaction.ts'

/** No request, however malformed, makes the server fail. */
export const serverError: Check<Answer> = {
  id: 'server-error',
  title: 'No request causes a server error',
  severity: 'error',
  requirement: 'RFC 9110 §15.6: 5xx means that the server has failed',
  judge(answer) {
    if (answer.status < 500 || lacksHead(answer)) return fine
    // RFC 9110 §15.6.2: 501 is right for a method that the server does not implement at all.
    if (answer.status === 501 && answer.operation === undefined) return fine
    return [
      {
        cause: isHeadOfGet(answer) ? 'head' : causes[answer.intent],
        expected:
          answer.intent === 'valid' || isHeadOfGet(answer)
            ? 'a response that the document declares'
            : 'the request to be refused with 4xx',
        actual: describeAnswer(answer),
        reason: kindOfAnswer(answer),
      },
    ]
  },
}

/** Whether a HEAD asks for what a GET, which the document declares, was answered with. */
const isHeadOfGet = ({ method, operation }: Answer): boolean =>
  method === 'HEAD' && operation?.method === 'GET'

/** One finding each, so that a fault for which anything odd will do does not hide another one. */
const causes = { valid: 'valid', invalid: 'odd', probe: 'probe' } as const
