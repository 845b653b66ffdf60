import type { Check, Severity } from '../check.ts'

export interface RepeatEvidence {
  readonly header: string
  /** How the answer to the repeated request differs, in a few words. */
  readonly difference: string
  readonly cause: 'status' | 'record' | 'effect' | 'other-body'
  readonly pointer: string
  /** A warning where only the draft of the header demands it. */
  readonly severity?: Severity
}

/** A request that is repeated with the same idempotency key is carried out once. */
export const idempotency: Check<RepeatEvidence> = {
  id: 'idempotency',
  title: 'A repeated idempotency key has no further effect',
  severity: 'error',
  requirement:
    'draft-ietf-httpapi-idempotency-key-header-07 §2: a retry gets the result of the first request',
  judge: ({ header, difference, cause, pointer, severity }) => [
    {
      cause,
      expected: `a retry with the same ${header} and body to get the first response`,
      actual: difference,
      requirement: pointer,
      ...(severity && { severity }),
    },
  ],
}
