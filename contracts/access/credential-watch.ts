import { isSafe } from '../../spec/http.ts'
import { isSuccess } from '../answer.ts'
import type { Answer, Draft } from '../interaction.ts'
import { RunEnd } from '../run-end.ts'

/** Notices when the target no longer accepts the run's credentials. */
export interface CredentialWatch {
  /**
   * Looks at the answer to a request with credentials. Rejects with {@link RunEnd} when an operation answers 401 or 403 that accepted the
   * credentials before, and still does when its earlier request is sent again: many servers serve those who are not logged in as well,
   * and forbid them some operations.
   *
   * @param send sends a request and resolves with its status
   */
  observe(answer: Answer, send: (draft: Draft) => Promise<number | undefined>): Promise<void>
}

/** How many of the last writes are named as a possible reason. */
const maxSuspects = 3

export function createCredentialWatch(): CredentialWatch {
  /** By operation, an accepted request that depends on no record and so can be sent again. */
  const accepted = new Map<string, Draft>()
  const writes = new Set<string>()
  return {
    async observe({ operation, status, method, draft }, send) {
      if (!operation) return
      const { id } = operation
      if (isSuccess(status) && !isSafe(method)) {
        writes.delete(id)
        writes.add(id)
      } else if (isSuccess(status) && draft.bindings.length === 0 && draft.raw === undefined) {
        accepted.set(id, draft)
      }
      const before = accepted.get(id)
      if ((status !== 401 && status !== 403) || !before || (await send(before)) !== status) return
      const last = [...writes].slice(-maxSuspects)
      const ended =
        last.length === 0 ? '' : ` or were revoked by one of the last changes (${last.join(', ')})`
      throw new RunEnd(
        'unreachable',
        `The API no longer accepts the credentials: ${id} answers ${String(status)} to a request it accepted before. They have expired${ended}. Use --exclude to leave out operations that revoke them.`,
      )
    },
  }
}
