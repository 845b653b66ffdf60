import { header } from '../../spec/http.ts'
import type { Answer } from '../answer.ts'
import { fine, type Check, type Violation } from '../check.ts'

export interface MethodEvidence {
  readonly answer: Answer
  /** Methods the document has for the path. */
  readonly declared: readonly string[]
}

/** Who uses a wrong method is told which ones there are. */
export const allowOn405: Check<MethodEvidence> = {
  id: 'allow-on-405',
  title: '405 names the methods there are',
  severity: 'error',
  requirement: 'RFC 9110 §15.5.6: the origin server MUST generate an Allow header field in a 405 response',
  judge({ answer, declared }) {
    if (answer.status !== 405) return fine
    const allow = header(answer.exchange.response.headers, 'allow')
    if (allow === undefined) return [absent]
    return [...omittedIn(allow, declared), ...refused(answer, allow)]
  },
}

const methodsIn = (allow: string): readonly string[] => allow.split(',').map((method) => method.trim())

const absent: Violation = { cause: 'missing', expected: '405 with Allow', actual: '405 without it' }

/** Methods that the document has, and a value of Allow has not (RFC 9110 §10.2.1). */
export function omittedIn(allow: string, declared: readonly string[]): readonly Violation[] {
  const methods = methodsIn(allow)
  const absent = declared.filter((method) => !methods.includes(method))
  if (absent.length === 0) return fine
  return [
    {
      cause: `omits:${absent.join()}`,
      expected: `Allow to name ${absent.join(', ')}`,
      actual: `Allow: ${allow}`,
    },
  ]
}

function refused({ method }: Answer, allow: string): readonly Violation[] {
  if (!methodsIn(allow).includes(method)) return fine
  const expected = `Allow without ${method}, which has just been refused`
  return [
    {
      cause: 'names-refused',
      expected,
      actual: `Allow: ${allow}`,
      requirement: 'RFC 9110 §10.2.1: the methods that are supported',
    },
  ]
}
