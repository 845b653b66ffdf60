import type { Check } from '../check.ts'

export interface StaleEvidence {
  /** The write that was not seen at first: `create`, `update` or `delete`. */
  readonly write: string
  /** What the first read gave. */
  readonly first: string
}

/** A read that begins after a write has been answered gives what was written. */
export const staleRead: Check<StaleEvidence> = {
  id: 'stale-read',
  title: 'Reads are not stale',
  severity: 'error',
  requirement:
    'RFC 9111 §4.4 and §4.2.4: a write invalidates what is stored, and nothing stale is served unasked',
  judge: ({ write, first }) => [
    {
      cause: write,
      expected: `the first read after the ${write} to show it`,
      actual: `${first}, and only the next read did`,
    },
  ],
}
