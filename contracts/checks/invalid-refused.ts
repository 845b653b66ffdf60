import { describeAnswer, isSuccess } from '../answer.ts'
import { fine, type Check, type Severity } from '../check.ts'
import type { Answer } from '../interaction.ts'

export interface AcceptanceEvidence {
  readonly answer: Answer
  /** The one constraint that the request violates: `body/name maxLength`; the same in every run. */
  readonly cause: string
  /** The same for people: `name of 101 characters, above maxLength 100`. */
  readonly title: string
  /** What is wrong, without place and value: `above maxLength 100`. */
  readonly says?: string | undefined
  /** What the server made of the invalid value, instead of refusing it. */
  readonly amends?: Amends | undefined
  /** The server took the value for what it stands for, and the response does not show otherwise. */
  readonly isUnderstood?: boolean
  /** Pointer to the constraint in the document. */
  readonly forbiddenBy: string
  readonly severity: Severity
}

/** What a server did to make a request valid. */
export interface Amends {
  /** The same for all values: `converts values to the declared type`. */
  readonly what: string
  /** As the response shows it: `price = 7 in the response`. */
  readonly shown: string
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
  judge({ answer, cause, title, says, amends, isUnderstood, forbiddenBy, severity }) {
    if (!isSuccess(answer.status)) return fine
    const reason = amends?.what ?? says
    return [
      {
        cause: isUnderstood ? `${cause} understood` : cause,
        expected: `${requestWith(title)} to be refused`,
        actual: amends
          ? `${describeAnswer(answer)} with ${amends.shown}: the server ${amends.what}`
          : describeAnswer(answer),
        requirement: forbiddenBy,
        // Clients that follow the document do not notice, and whole frameworks do so.
        severity: isUnderstood ? 'warning' : severity,
        ...(reason !== undefined && { reason }),
      },
    ]
  },
}
