import { describeAnswer, kindOfAnswer } from '../answer.ts'
import type { Check } from '../check.ts'
import type { Answer } from '../interaction.ts'
import { requestWith } from './invalid-refused.ts'

export interface RefusalEvidence {
  /** The refusal of a request that is valid according to the document. */
  readonly answer: Answer
  /** How it differs from a request that was accepted: `query/limit maximum`; the same in every run. */
  readonly cause: string
  /** The same for people: `limit = 100, its maximum`. */
  readonly title: string
  /** A parameter whose texts the document does not restrict, when none of those sent was accepted. */
  readonly unrestricted?: string | undefined
  /** Another operation whose path matches the request as well. */
  readonly taker?: string | undefined
  /** Pointer to the schema that allows the value. */
  readonly allowedBy: string
}

/** A request that is valid according to the document is accepted, unless a business rule may have refused it. */
export const validAccepted: Check<RefusalEvidence> = {
  id: 'valid-accepted',
  title: 'Valid requests are accepted',
  severity: 'error',
  requirement: 'OpenAPI 3.0.4 §4.7.10: parameters and requestBody define what an operation accepts',
  judge: ({ answer, cause, title, unrestricted, taker, allowedBy }) => [
    {
      cause: unrestricted === undefined ? cause : `untold ${unrestricted}`,
      expected:
        unrestricted === undefined
          ? `${requestWith(title)} to be accepted`
          : `${requestWith(title)} to be accepted, or the document to restrict ${unrestricted}`,
      actual:
        taker === undefined
          ? describeAnswer(answer)
          : `${describeAnswer(answer)}, perhaps because ${taker} takes the request`,
      reason: `${placeOf(cause)} ${kindOfAnswer(answer)}`,
      requirement: allowedBy,
      ...(unrestricted !== undefined && { severity: 'warning' }),
    },
  ],
}

/** The parameter or the property of the body that a mutation is in: `query/filter` for `query/filter include/0 minLength`. */
const placeOf = (cause: string): string => cause.split(' ')[0]?.split('/').slice(0, 2).join('/') ?? cause
