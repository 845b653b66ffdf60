import { header } from '../../spec/http.ts'
import { isSuccess } from '../answer.ts'
import { fine, type Check } from '../check.ts'
import type { MethodEvidence } from './allow-on-405.ts'

/** Who asks for the methods of a path is told at least those that the document has. */
export const optionsAllow: Check<MethodEvidence> = {
  id: 'options-allow',
  title: 'Allow to OPTIONS names the methods there are',
  severity: 'error',
  requirement: 'RFC 9110 §10.2.1: Allow lists the methods supported by the target resource',
  judge({ answer, declared }) {
    const allow = header(answer.exchange.response.headers, 'allow')
    if (answer.method !== 'OPTIONS' || !isSuccess(answer.status) || allow === undefined) return fine
    const methods = new Set(allow.split(',').map((method) => method.trim()))
    const absent = declared.filter((method) => !methods.has(method))
    if (absent.length === 0) return fine
    return [
      {
        cause: `omits:${absent.join()}`,
        expected: `Allow to name ${absent.join(', ')}`,
        actual: `Allow: ${allow}`,
      },
    ]
  },
}
