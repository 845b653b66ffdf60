import type { Answer } from '../answer.ts'
import { describeAnswer } from '../answer.ts'
import type { Check } from '../check.ts'

export interface RefusalEvidence {
  /** The refusal of a request that is valid by the document. */
  readonly answer: Answer
  /** What distinguishes it from a request that was accepted: `query/limit maximum`; stable between runs. */
  readonly cause: string
  /** The same for people: `limit = 100, its maximum`. */
  readonly title: string
  /** The parameter of whose texts the document says nothing, where none of those sent is accepted. */
  readonly untold?: string | undefined
  /** Where in the document the value is allowed. */
  readonly allowedBy: string
}

/** What the document allows is accepted. Whether a business rule may have refused it is decided before. */
export const validAccepted: Check<RefusalEvidence> = {
  id: 'valid-accepted',
  title: 'Valid requests are accepted',
  severity: 'error',
  requirement: 'OpenAPI 3.0.4 §4.7.10: parameters and request body of an operation say what it takes',
  judge: ({ answer, cause, title, untold, allowedBy }) => [
    {
      cause: untold === undefined ? cause : `untold ${untold}`,
      expected:
        untold === undefined
          ? `a request with ${title} to be accepted`
          : `the document to say which texts ${untold} takes, or a request with ${title} to be accepted`,
      actual: describeAnswer(answer),
      requirement: allowedBy,
      ...(untold !== undefined && { severity: 'warning' }),
    },
  ],
}
