import type { Check } from '../check.ts'

export interface RepeatEvidence {
  readonly header: string
  /** How the repetition was answered differently from the first request, in a few words. */
  readonly difference: string
  readonly cause: 'status' | 'record' | 'effect' | 'other-body'
  readonly pointer: string
}

/** The same request under the same idempotency key happens once. */
export const idempotency: Check<RepeatEvidence> = {
  id: 'idempotency',
  title: 'A repeated idempotency key repeats nothing',
  severity: 'error',
  requirement: 'draft-ietf-httpapi-idempotency-key-header-07 §2: a repeated request is answered as the first',
  judge: ({ header, difference, cause, pointer }) => [
    {
      cause,
      expected: `the same ${header} and body to be answered as the first time`,
      actual: difference,
      requirement: pointer,
    },
  ],
}
