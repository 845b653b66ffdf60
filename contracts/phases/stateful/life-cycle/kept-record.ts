import type { Operation } from '../../../../spec/document.ts'
import { keptByDeletion, type KeptByDeletion } from '../../../../spec/inference/states/kept-by-deletion.ts'
import type { JsonObject } from '../../../../spec/json.ts'
import { show } from '../../../answers/compare.ts'
import { deletedGone } from '../../../checks/deleted-gone.ts'
import type { Answer } from '../../../interaction.ts'
import type { ReadResult } from '../../../records/read-record.ts'
import type { LifeStep } from './stale-reads.ts'

/**
 * Whether a DELETE that keeps its record in another state, such as "Deactivate a user", has done so, or has been reported because
 * its description demands it. If it is not described, the record may be gone as well.
 */
export function judgeKept(
  { context, resource }: LifeStep,
  deletion: Operation,
  seen: ReadResult,
  answer: Answer,
): boolean {
  const kept = keptByDeletion(context.api.document, deletion, resource.record)
  if (!kept) return false
  const isAsDescribed = seen.record !== undefined && isIn(seen.record, kept)
  if (isAsDescribed || !kept.isDescribed) return isAsDescribed
  const state = kept.changes.map(({ property, value = '…' }) => `${property} = ${show(value)}`).join(' and ')
  const evidence = {
    state,
    status: seen.answer.status,
    isThere: seen.record !== undefined,
    pointer: deletion.pointer,
  }
  context.judge(
    deletedGone,
    { uses: [], listed: undefined, otherStatus: undefined, kept: evidence },
    { answer, operation: deletion },
  )
  return true
}

/** Whether a record has the state that the deletion leaves it in. */
const isIn = (record: JsonObject, { changes }: KeptByDeletion): boolean =>
  changes.every(({ property, value }) =>
    value === undefined ? (record[property] ?? null) !== null : record[property] === value,
  )
