import { header } from '../../spec/http.ts'
import { isSuccess } from '../answer.ts'
import { fine, type Check } from '../check.ts'
import { omittedIn, type MethodEvidence } from './allow-on-405.ts'

/** Allow in the response to OPTIONS includes every method that the document defines for the path. */
export const optionsAllow: Check<MethodEvidence> = {
  id: 'options-allow',
  title: 'OPTIONS responses list the supported methods',
  severity: 'error',
  requirement: 'RFC 9110 §10.2.1: Allow lists the methods supported by the target resource',
  judge({ answer, declared }) {
    const allow = header(answer.exchange.response.headers, 'allow')
    if (answer.method !== 'OPTIONS' || !isSuccess(answer.status) || allow === undefined) return fine
    return omittedIn(allow, declared)
  },
}
