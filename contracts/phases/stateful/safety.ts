import type { Operation } from '../../../spec/document.ts'
import { isSafe } from '../../../spec/http.ts'
import type { Resource } from '../../../spec/resources.ts'
import { isSuccess } from '../../answer.ts'
import { operationFor, operationsFor } from '../../api.ts'
import { safeMethods } from '../../checks/safe-methods.ts'
import { inconclusive, type Context } from '../../context.ts'
import { control, fixture, instantiate, type Lane } from '../../fixtures.ts'
import { pathTarget } from '../../paths.ts'
import { recipesOf } from '../../recipes.ts'
import { changes, snapshot, type Snapshot } from '../../snapshot.ts'

/**
 * Looks at everything, reads in one way, and looks again: for each way there is to read. What changes by being read is
 * not relied on any more.
 */
export async function readEverything(context: Context, lane: Lane, operations: readonly Operation[]): Promise<void> {
  await judgeLists(context, lane)
  let before: Snapshot | undefined
  for (const operation of operations.filter(({ id, method }) => isSafe(method) && !context.run.distrusted.has(id))) {
    await control(context, lane, operation)
    const target = pathTarget(context.api, operation)
    if (target && !context.run.options.readOnly) {
      await freshRecord(context, lane, target.resource)
      before = undefined
    }
    before ??= await snapshot(context, lane)
    before = await judgeRead(context, lane, operation, before)
  }
}

async function judgeRead(context: Context, lane: Lane, operation: Operation, before: Snapshot): Promise<Snapshot | undefined> {
  const { recipe } = await control(context, lane, operation)
  if (!recipe) return before
  const answer = await context.send(await instantiate(context, lane, operation, recipe), 'valid')
  const after = await snapshot(context, lane)
  const changed = changes(context, before, after)
  if (changed.length === 0) return after
  if (changes(context, after, await snapshot(context, lane)).length > 0) throw inconclusive('The state changes all the time, also when nothing is asked.')
  context.judge(safeMethods, { method: operation.method, changes: changed }, { answer })
  context.run.distrusted.add(operation.id)
  return undefined
}

/**
 * A record that nothing has been done to yet. One that comes with another has been read to be found: it is changed, so
 * that there is something to lose.
 */
async function freshRecord(context: Context, lane: Lane, resource: Resource): Promise<void> {
  const made = await fixture(context, lane, resource, { fresh: true })
  if (!made?.creation || operationFor(context.api, resource, 'create')) return
  for (const { operation } of operationsFor(context.api, resource, 'update')) {
    const [recipe] = recipesOf(context.api, operation)
    if (recipe && isSuccess((await context.send(await instantiate(context, lane, operation, recipe), 'valid')).status)) return
  }
}

/** Lists that change by being read: each is looked at alone, since every other look reads all of them. */
async function judgeLists(context: Context, lane: Lane): Promise<void> {
  for (const { name, operations } of context.api.model.resources) {
    const only = new Set([name])
    const first = await snapshot(context, lane, only)
    const second = await snapshot(context, lane, only)
    const changed = changes(context, first, second)
    const list = operations.find(({ role }) => role === 'list')
    const [answer] = second.answers
    if (changed.length === 0 || !answer || !list) continue
    if (changes(context, second, await snapshot(context, lane, only)).length === 0) continue
    context.judge(safeMethods, { method: 'GET', changes: changed }, { answer, after: first.answers })
    context.run.distrusted.add(list.operationId)
  }
}
