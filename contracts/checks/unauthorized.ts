import { needsCredentials, type Operation } from '../../spec/document.ts'
import { headerValues } from '../../spec/http.ts'
import { describeAnswer, isSuccess } from '../answer.ts'
import { fine, type Check, type Violation } from '../check.ts'
import type { Answer } from '../interaction.ts'

export interface AccessEvidence extends Answer {
  /** The operation after which the token of the request had to be refused, as its description says. */
  readonly endedBy?: Operation
  /** Whether the request has logged in with another password than the user's. */
  readonly hasOtherPassword?: boolean
}

/** A request without the required credentials is refused, and 401 says how to authenticate. */
export const unauthorized: Check<AccessEvidence> = {
  id: 'unauthorized',
  title: 'Protected operations require credentials',
  severity: 'error',
  requirement: 'RFC 9110 §15.5.2: 401 when a request lacks valid credentials',
  judge(answer) {
    return [...ignored(answer), ...challenge(answer), ...outlived(answer), ...guessed(answer)]
  },
}

function outlived(answer: AccessEvidence): readonly Violation[] {
  const { endedBy, status } = answer
  if (!endedBy || !isSuccess(status)) return fine
  return [
    {
      cause: 'ended',
      expected: `401 for the token with which ${endedBy.id} was called`,
      actual: describeAnswer(answer),
      requirement: `${endedBy.pointer}/${endedBy.description === undefined ? 'summary' : 'description'}`,
    },
  ]
}

function guessed(answer: AccessEvidence): readonly Violation[] {
  const { hasOtherPassword = false, status, draft } = answer
  if (!hasOtherPassword || !isSuccess(status)) return fine
  return [
    {
      cause: 'password',
      expected: 'a refusal of another password',
      actual: describeAnswer(answer),
      requirement: draft.operation.pointer,
    },
  ]
}

function ignored(answer: Answer): readonly Violation[] {
  const { operation, credentials, status } = answer
  if (!operation || credentials !== 'withheld' || !isSuccess(status) || !needsCredentials(operation))
    return fine
  return [
    {
      cause: 'ignored',
      expected: '401 for a request without valid credentials',
      actual: describeAnswer(answer),
      requirement: `${operation.pointer}/security (OpenAPI 3.0.4 §4.7.30)`,
    },
  ]
}

function challenge({ status, exchange }: Answer): readonly Violation[] {
  if (status !== 401) return fine
  const values = headerValues(exchange.response.headers, 'www-authenticate')
  if (values.some((value) => /^[\w!#$%&'*+.^`|~-]+(?: |,|$)/.test(value))) return fine
  return [
    {
      cause: 'challenge',
      expected: 'a WWW-Authenticate header with 401',
      actual: values.length === 0 ? 'no WWW-Authenticate header' : `WWW-Authenticate: ${values.join(', ')}`,
      requirement:
        'RFC 9110 §15.5.2 and §11.6.1: 401 MUST carry WWW-Authenticate with at least one challenge',
    },
  ]
}
