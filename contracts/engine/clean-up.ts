import { someOf } from '../../spec/util/some-of.ts'
import { isSuccess } from '../answer.ts'
import { operationFor, resourceNamed } from '../api/api.ts'
import { CaseEnd, type Context, type Run } from '../context.ts'
import { itemDraft, textOfId } from '../draft.ts'
import type { PhaseName } from '../events.ts'
import type { Fixture } from '../interaction.ts'
import { restoreBackups } from '../records/backup.ts'
import { emptyGroup } from '../records/case-group.ts'
import { createContext, withoutFindings } from './create-context.ts'

/**
 * Deletes the records that the run created, newest first, in two rounds because of references between them. Records whose
 * deletion failed are tried again only by the last clean-up.
 */
export async function cleanUp(run: Run, phase: PhaseName, isLast = false): Promise<void> {
  const summary = { path: `${phase}/clean-up`, phase, operation: '(all)', title: 'Clean-up' } as const
  const context = createContext(withoutFindings(run), summary, emptyGroup())
  const records = run.records.remaining().filter(({ stuck }) => isLast || stuck === undefined)
  const tried = new Map<Fixture, number>()
  let deleted = 0
  for (const _ of [1, 2]) {
    for (const record of records) {
      // A record that could not be deleted because another refers to it can be once that one is gone, not before.
      if (tried.get(record) === deleted) continue
      tried.set(record, deleted)
      if (await remove(context, record)) deleted += 1
    }
  }
}

/** Deletes a record; whether that was accepted. */
async function remove(context: Context, record: Fixture): Promise<boolean> {
  const resource = resourceNamed(context.api, record.resource)
  const removal = resource && operationFor(context.api, resource, 'delete')
  if (!removal || record.gone) return false
  try {
    const answer = await context.send(itemDraft(removal, record), 'valid')
    if (isSuccess(answer.status)) record.gone = true
    else record.stuck = answer.status
  } catch (error) {
    if (!(error instanceof CaseEnd)) throw error
  }
  return record.gone
}

/** Restores the records that existed before the run and were changed by it; the last time tells which could not be. */
export async function putBack(run: Run, phase: PhaseName, isLast = false): Promise<void> {
  if (run.backups.size === 0) return
  const summary = { path: `${phase}/put-back`, phase, operation: '(all)', title: 'Putting back' } as const
  const failed = await restoreBackups(createContext(withoutFindings(run), summary, emptyGroup()))
  if (isLast && failed.length > 0)
    run.emit({
      kind: 'note',
      message: `${someOf(failed, 3)} could not be restored to the state before the run.`,
    })
}

/** Notes which records of the run could not be deleted, by resource. */
export function reportRemaining(run: Run): void {
  for (const [resource, { count, ids, statuses }] of run.records.left()) {
    const some = ids.map((id) => textOfId(id) || '""').join(', ') + (ids.length < count ? ', …' : '')
    const why = statuses.length === 0 ? '' : ` (${statuses.join(', ')})`
    run.emit({
      kind: 'note',
      message: `${count === 1 ? '1 record' : `${String(count)} records`} of ${resource} created by this run could not be deleted${why}: ${some}.`,
    })
  }
}
