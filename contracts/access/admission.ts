import { isSafe } from '../../spec/http.ts'
import { isSuccess, type Answer } from '../answer.ts'
import type { Draft } from '../draft.ts'
import { RunEnd } from '../engine/limits.ts'

/** Whether the target still takes the credentials of the run. */
export interface Admission {
  /** Given answers to requests with all that lets in, it ends the run where one that was let in before is let in no more. */
  watch(answer: Answer, ask: (draft: Draft) => Promise<number | undefined>): Promise<void>
}

/** As many of the last changes may be what ended the credentials. */
const suspects = 3

export function createAdmission(): Admission {
  /** By operation, requests that name no record: whoever may send one may send it again. */
  const admitted = new Map<string, Draft>()
  const changes = new Set<string>()
  return {
    async watch({ operation, status, method, draft }, ask) {
      if (!operation) return
      const { id } = operation
      if (isSuccess(status) && !isSafe(method)) {
        changes.delete(id)
        changes.add(id)
      } else if (isSuccess(status) && draft.bindings.length === 0 && draft.raw === undefined) {
        admitted.set(id, draft)
      }
      const before = admitted.get(id)
      if (status !== 401 || !before || (await ask(before)) !== 401) return
      const last = [...changes].slice(-suspects)
      const ended = last.length === 0 ? '' : `, or were ended by one of the last changes (${last.join(', ')})`
      throw new RunEnd(
        'unreachable',
        `The target takes the credentials no more: ${id} refuses with 401 what it took before. They have expired${ended}: what ends them can be left out with --exclude.`,
      )
    },
  }
}
