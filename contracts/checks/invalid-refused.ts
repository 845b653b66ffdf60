import type { Answer } from '../interaction.ts'
import { describeAnswer, isSuccess } from '../answer.ts'
import { fine, type Check, type Severity } from '../check.ts'

export interface AcceptanceEvidence {
  readonly answer: Answer
  /** The one constraint that the request violates: `body/name maxLength`; the same in every run. */
  readonly cause: string
  /** The same for people: `name of 101 characters, above maxLength 100`. */
  readonly title: string
  /** What is wrong, without place and value: `above maxLength 100`. */
  readonly says?: string | undefined
  /** Pointer to the constraint in the document. */
  readonly forbiddenBy: string
  readonly severity: Severity
}

/** Names a request by what is special about it, with a comma where the clause has to be closed. */
export const requestWith = (title: string): string =>
  `a request with ${title}${title.includes(', ') ? ',' : ''}`

/** A request that violates the document is refused. */
export const invalidRefused: Check<AcceptanceEvidence> = {
  id: 'invalid-refused',
  title: 'Invalid requests are refused',
  severity: 'error',
  requirement: 'OpenAPI 3.0.4 §4.7.10: parameters and requestBody define what an operation accepts',
  judge({ answer, cause, title, says, forbiddenBy, severity }) {
    if (!isSuccess(answer.status)) return fine
    return [
      {
        cause,
        expected: `${requestWith(title)} to be refused`,
        actual: describeAnswer(answer),
        requirement: forbiddenBy,
        severity,
        ...(says !== undefined && { reason: says }),
      },
    ]
  },
}
