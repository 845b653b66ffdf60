import { isSuccess } from '../answer.ts'
import { fine, type Check } from '../check.ts'

export interface RepeatDeleteEvidence {
  readonly status: number
  /** The statuses that the operation declares for a record that does not exist: 404, 410; empty when there are none. */
  readonly declared: readonly string[]
  readonly pointer: string
}

/** Deleting a record again is refused when the operation declares 404 or 410. */
export const repeatDelete: Check<RepeatDeleteEvidence> = {
  id: 'repeat-delete',
  title: 'Deleting a record again is refused',
  severity: 'error',
  requirement: 'RFC 9110 §15.5.5: 404 means that the target resource does not exist',
  judge({ status, declared, pointer }) {
    if (!isSuccess(status) || declared.length === 0) return fine
    const expected = `${declared.join(' or ')} for the second deletion, as the operation declares`
    return [{ cause: 'repeated', expected, actual: String(status), requirement: pointer }]
  },
}
