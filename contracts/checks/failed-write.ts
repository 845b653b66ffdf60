import { fine, type Check } from '../check.ts'

export interface FailedWriteEvidence {
  /** What was refused, for people. */
  readonly title: string
  readonly status: number
  /** What changed all the same, in a few words each. */
  readonly changes: readonly string[]
}

/** A refused request leaves everything as it was. */
export const failedWrite: Check<FailedWriteEvidence> = {
  id: 'failed-write',
  title: 'A refused write changes nothing',
  severity: 'error',
  requirement: 'RFC 9110 §15.5 and RFC 5789 §2: a request that failed has not been applied, not even in part',
  judge({ title, status, changes }) {
    if (changes.length === 0) return fine
    return [
      {
        cause: 'changed',
        expected: `nothing to change by ${title}, refused with ${String(status)}`,
        actual: changes.join('; '),
      },
    ]
  },
}
