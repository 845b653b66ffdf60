import { fine, type Check } from '../check.ts'

export interface FailedWriteEvidence {
  /** The refused request, for people: `a request with limit = 0`. */
  readonly title: string
  readonly status: number
  /** What it changed nevertheless, a few words each. */
  readonly changes: readonly string[]
}

/** A refused request changes nothing. */
export const failedWrite: Check<FailedWriteEvidence> = {
  id: 'failed-write',
  title: 'Refused writes change nothing',
  severity: 'error',
  requirement: 'RFC 9110 §15.5 and RFC 5789 §2: a failed request is not applied, not even partially',
  judge({ title, status, changes }) {
    if (changes.length === 0) return fine
    return [
      {
        cause: 'changed',
        expected: `no change by ${title}, which was refused with ${String(status)}`,
        actual: changes.join('; '),
      },
    ]
  },
}
