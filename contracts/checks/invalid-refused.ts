import type { Answer } from '../answer.ts'
import { describeAnswer, isSuccess } from '../answer.ts'
import { fine, type Check, type Severity } from '../check.ts'

export interface AcceptanceEvidence {
  readonly answer: Answer
  /** The one constraint that the request breaks: `body/name maxLength`; stable between runs. */
  readonly cause: string
  /** The same for people: `name of 101 characters, above maxLength 100`. */
  readonly title: string
  /** What is wrong, whatever the place and the value: `above maxLength 100`. */
  readonly says?: string | undefined
  /** Where in the document the constraint stands. */
  readonly forbiddenBy: string
  readonly severity: Severity
}

/** What the document forbids is refused. */
export const invalidRefused: Check<AcceptanceEvidence> = {
  id: 'invalid-refused',
  title: 'Invalid requests are refused',
  severity: 'error',
  requirement: 'OpenAPI 3.0.4 §4.7.10: parameters and request body of an operation say what it takes',
  judge({ answer, cause, title, says, forbiddenBy, severity }) {
    if (!isSuccess(answer.status)) return fine
    return [
      {
        cause,
        expected: `a request with ${title} to be refused`,
        actual: describeAnswer(answer),
        requirement: forbiddenBy,
        severity,
        ...(says !== undefined && { reason: says }),
      },
    ]
  },
}
