import { isSuccess } from '../answer.ts'
import { fine, type Check } from '../check.ts'

export interface RepeatDeleteEvidence {
  readonly status: number
  /** The statuses the document gives for a record that is not there: 404, 410; empty when it says nothing of it. */
  readonly declared: readonly string[]
  readonly pointer: string
}

/** Where the document says that what is not there cannot be deleted, the second deletion is told so. */
export const repeatDelete: Check<RepeatDeleteEvidence> = {
  id: 'repeat-delete',
  title: 'A second deletion does not succeed',
  severity: 'error',
  requirement: 'RFC 9110 §15.5.5: 404 when there is no current representation for the target resource',
  judge({ status, declared, pointer }) {
    if (!isSuccess(status) || declared.length === 0) return fine
    const expected = `${declared.join(' or ')} to a second deletion, as the operation declares`
    return [{ cause: 'repeated', expected, actual: String(status), requirement: pointer }]
  },
}
