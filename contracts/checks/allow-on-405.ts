import { header } from '../../spec/http.ts'
import { fine, type Check, type Violation } from '../check.ts'
import type { Answer } from '../interaction.ts'

export interface MethodEvidence {
  readonly answer: Answer
  /** Methods the document defines for the path. */
  readonly declared: readonly string[]
}

/** A 405 response lists the methods that the path supports. */
export const allowOn405: Check<MethodEvidence> = {
  id: 'allow-on-405',
  title: '405 responses list the supported methods',
  severity: 'error',
  requirement: 'RFC 9110 §15.5.6: the origin server MUST generate an Allow header field in a 405 response',
  judge({ answer, declared }) {
    if (answer.status !== 405) return fine
    const allow = header(answer.exchange.response.headers, 'allow')
    if (allow === undefined) return [absent]
    // Routers that keep each method apart know only one of them, and no client that follows the document notices.
    const omitted = omittedIn(allow, declared).map((each) => ({ ...each, severity: 'warning' as const }))
    return [...omitted, ...refused(answer, allow)]
  },
}

const methodsIn = (allow: string): readonly string[] => allow.split(',').map((method) => method.trim())

const absent: Violation = {
  cause: 'missing',
  expected: 'an Allow header with 405',
  actual: 'no Allow header',
}

/** The violation for declared methods that the value of an Allow header omits (RFC 9110 §10.2.1). */
export function omittedIn(allow: string, declared: readonly string[]): readonly Violation[] {
  const methods = methodsIn(allow)
  const omitted = declared.filter((method) => !methods.includes(method))
  if (omitted.length === 0) return fine
  return [
    {
      cause: `omits:${omitted.join()}`,
      expected: `Allow to include ${omitted.join(', ')}`,
      actual: `Allow: ${allow}`,
      reason: 'lists only some of the methods',
    },
  ]
}

function refused({ method }: Answer, allow: string): readonly Violation[] {
  if (!methodsIn(allow).includes(method)) return fine
  return [
    {
      cause: 'names-refused',
      expected: `Allow without ${method}, which was just refused with 405`,
      actual: `Allow: ${allow}`,
      requirement: 'RFC 9110 §10.2.1: Allow lists the methods supported by the target resource',
    },
  ]
}
