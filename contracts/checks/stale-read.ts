import type { Check } from '../check.ts'

export interface StaleEvidence {
  /** The write that the first read did not show: `create`, `update` or `delete`. */
  readonly write: string
  /** What the first read returned, in a few words. */
  readonly first: string
}

/** A read that starts after the response to a write shows that write. */
export const staleRead: Check<StaleEvidence> = {
  id: 'stale-read',
  title: 'Reads return current data',
  severity: 'error',
  requirement:
    'RFC 9111 §4.4 and §4.2.4: a write invalidates stored responses, and stale ones are not served',
  judge: ({ write, first }) => [
    {
      cause: write,
      expected: `the first read after the ${write} to show it`,
      actual: `${first}; only the next read showed it`,
    },
  ],
}
