import type { Operation } from '../../../spec/document.ts'
import { isSafe } from '../../../spec/http.ts'
import { safeMethods } from '../../checks/safe-methods.ts'
import { inconclusive, type Context } from '../../context.ts'
import { control, fixture, instantiate, type Lane } from '../../fixtures.ts'
import { changes, snapshot, type Snapshot } from '../../snapshot.ts'

/** Looks at everything, reads in one way, and looks again: for each way there is to read. */
export async function readEverything(context: Context, lane: Lane, operations: readonly Operation[]): Promise<void> {
  if (!context.run.options.readOnly) {
    for (const resource of context.api.model.resources) await fixture(context, lane, resource)
  }
  for (const operation of operations.filter(({ method }) => isSafe(method))) await control(context, lane, operation)
  const unsteady = await unsteadyLists(context, lane)
  let before: Snapshot | undefined
  for (const operation of operations) {
    if (!isSafe(operation.method) || unsteady.has(operation.id)) continue
    const accepted = await control(context, lane, operation)
    if (!accepted.recipe) continue
    before ??= await snapshot(context, lane)
    const answer = await context.send(await instantiate(context, lane, operation, accepted.recipe), 'valid')
    const after = await snapshot(context, lane)
    const changed = changes(context, before, after)
    const isOther = changed.length > 0 && changes(context, after, await snapshot(context, lane)).length > 0
    if (isOther) throw inconclusive('The state changes all the time, also when nothing is asked.')
    context.judge(safeMethods, { method: operation.method, changes: changed }, { answer })
    before = changed.length > 0 ? undefined : after
  }
}

/** Lists that change by being read: each is looked at alone, since every look reads all of them. */
async function unsteadyLists(context: Context, lane: Lane): Promise<ReadonlySet<string>> {
  const unsteady = new Set<string>()
  for (const { name, operations } of context.api.model.resources) {
    const only = new Set([name])
    const [first, second, third] = [await snapshot(context, lane, only), await snapshot(context, lane, only), await snapshot(context, lane, only)]
    const changed = changes(context, first, second)
    const list = operations.find(({ role }) => role === 'list')
    const [answer] = third.answers
    if (changed.length === 0 || changes(context, second, third).length === 0 || !answer || !list) continue
    unsteady.add(list.operationId)
    context.judge(safeMethods, { method: 'GET', changes: changed }, { answer, after: second.answers })
  }
  return unsteady
}
