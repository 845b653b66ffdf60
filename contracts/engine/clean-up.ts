import { isSuccess } from '../answer.ts'
import { operationFor, resourceNamed } from '../api/api.ts'
import { CaseEnd, type Context, type Run } from '../context.ts'
import { createContext, withoutFindings } from './create-context.ts'
import { itemDraft, textOfId, type Fixture } from '../draft.ts'
import type { PhaseName } from '../events.ts'
import { giveBack } from '../records/borrow.ts'

/**
 * Deletes what the run made, newest first; what is still needed by something newer goes in a second round. What could not
 * be deleted is tried again only by the last clean-up.
 */
export async function cleanUp(run: Run, phase: PhaseName, isLast = false): Promise<void> {
  const summary = { path: `${phase}/clean-up`, phase, operation: '(all)', title: 'Clean-up' } as const
  const context = createContext(withoutFindings(run), summary)
  const due = run.records.remaining().filter(({ stuck }) => isLast || stuck === undefined)
  // What refers to a record may be deleted after it; then it can be deleted too.
  for (const _ of [1, 2]) {
    for (const record of due) await remove(context, record)
  }
}

async function remove(context: Context, record: Fixture): Promise<void> {
  const resource = resourceNamed(context.api, record.resource)
  const removal = resource && operationFor(context.api, resource, 'delete')
  if (!removal || record.gone) return
  try {
    const answer = await context.send(itemDraft(removal, record), 'valid')
    if (isSuccess(answer.status)) record.gone = true
    else record.stuck = answer.status
  } catch (error) {
    if (!(error instanceof CaseEnd)) throw error
  }
}

/** Gives what was there before the run the state it had. */
export async function putBack(run: Run, phase: PhaseName): Promise<void> {
  if (run.borrowed.size === 0) return
  const summary = { path: `${phase}/put-back`, phase, operation: '(all)', title: 'Putting back' } as const
  const left = await giveBack(createContext(withoutFindings(run), summary))
  if (left.length > 0)
    run.emit({ kind: 'note', message: `${left.join(', ')} could not be put back as before.` })
}

/** Says how many records are still there that the run made, and which, by their resource. */
export function tellLeft(run: Run): void {
  for (const [resource, { count, ids, statuses }] of run.records.left()) {
    const some = ids.map(textOfId).join(', ')
    const why = statuses.length === 0 ? '' : ` (${statuses.join(', ')})`
    run.emit({
      kind: 'note',
      message: `${count === 1 ? '1 record' : `${String(count)} records`} of ${resource} could not be deleted${why}: ${some}.`,
    })
  }
}
