import type { Operation } from '../../../../spec/document.ts'
import { isJsonObject, type JsonObject } from '../../../../spec/json.ts'
import type { Resource } from '../../../../spec/resources.ts'
import { possiblePropertiesOf } from '../../../../spec/schemas/properties.ts'
import { isSuccess } from '../../../answer.ts'
import { differences, show } from '../../../answers/compare.ts'
import {
  bodySchema,
  operationFor,
  operationsFor,
  recordProperties,
  writableProperties,
} from '../../../api/api.ts'
import { keywordsOf } from '../../../api/keywords.ts'
import { isState } from '../../../api/state-values.ts'
import { safeMethods } from '../../../checks/safe-methods.ts'
import { inconclusive, type Context } from '../../../context.ts'
import { bodyValue, withBody } from '../../../draft.ts'
import type { Answer, Fixture } from '../../../interaction.ts'
import { readPages } from '../../../records/lists.ts'
import { findInList, readItem } from '../../../records/read-record.ts'
import { changes, snapshot, type Snapshot } from '../../../records/snapshot.ts'
import { pathTarget } from '../../../requests/paths.ts'
import { templatesOf } from '../../../requests/templates.ts'
import { isValid } from '../../../requests/validity.ts'
import {
  addItems,
  addOperationOf,
  createParent,
  identityOf,
  hasUnnamedItems,
} from '../lists/unnamed-items.ts'

/**
 * Sends a request of each read operation, and compares the records before and after it. Operations that change records are
 * reported, and no longer relied on. `names` are the resources whose records are compared.
 */
export async function readEverything(
  context: Context,
  operations: readonly Operation[],
  names: ReadonlySet<string>,
): Promise<void> {
  await judgeLists(context, names)
  const takeSnapshot = async (): Promise<Snapshot> => snapshot(context, names)
  let before: Snapshot | undefined
  for (const operation of operations.filter(({ id }) => !context.run.stale.has(id))) {
    await context.control(operation)
    if (operation.path.includes('{') && !context.run.options.readOnly) {
      const target = pathTarget(context.api, operation)
      if (target) await useFreshRecord(context, target.resource)
      // The record that the path names may be new.
      before = undefined
    }
    before ??= await takeSnapshot()
    before = await judgeRead(context, operation, before, takeSnapshot)
  }
}

/** Judges a read by the records before and after it; returns the latest snapshot, or undefined if the read changed records. */
async function judgeRead(
  context: Context,
  operation: Operation,
  before: Snapshot,
  takeSnapshot: () => Promise<Snapshot>,
): Promise<Snapshot | undefined> {
  const { template } = await context.control(operation)
  if (!template) return before
  const answer = await context.send(await context.instantiate(operation, template), 'valid')
  const after = await takeSnapshot()
  const changed = changes(context, before, after)
  if (changed.length === 0) return after
  if (changes(context, after, await takeSnapshot()).length > 0)
    throw inconclusive('The state changes even without requests.')
  context.judge(safeMethods, { method: operation.method, changes: changed }, { answer })
  context.run.stale.add(operation.id)
  return undefined
}

/**
 * Makes the group's current record a new one. If it exists along with another record, it is also updated: finding it already read
 * it, and only a changed value shows that a further read resets it.
 */
async function useFreshRecord(context: Context, resource: Resource): Promise<void> {
  const made = await context.fixture(resource, { fresh: true })
  if (!made?.creation || operationFor(context.api, resource, 'create')) return
  for (const { operation } of operationsFor(context.api, resource, 'update')) {
    const [template] = templatesOf(context.api, operation)
    if (
      template &&
      isSuccess((await context.send(await context.instantiate(operation, template), 'valid')).status)
    )
      return
  }
}

/** Judges lists that change when they are read. Each is read alone, because a snapshot of all resources reads every list. */
async function judgeLists(context: Context, names: ReadonlySet<string>): Promise<void> {
  for (const resource of context.api.model.resources.filter(({ name }) => names.has(name))) {
    const { name, operations } = resource
    if (hasUnnamedItems(resource)) {
      await judgeUnnamedItems(context, resource)
      continue
    }
    if (!context.run.options.readOnly) await judgeStatesAfterListing(context, resource)
    const only = new Set([name])
    const first = await snapshot(context, only)
    const second = await snapshot(context, only)
    const changed = changes(context, first, second)
    const list = operations.find(({ role }) => role === 'list')
    const [answer] = second.answers
    if (changed.length === 0 || !answer || !list) continue
    if (changes(context, second, await snapshot(context, only)).length === 0) continue
    context.judge(safeMethods, { method: 'GET', changes: changed }, { answer, after: first.answers })
    context.run.stale.add(list.operationId)
  }
}

/** Judges whether a list of items without ids, which cannot be in a snapshot, loses items when it is read. */
async function judgeUnnamedItems(context: Context, resource: Resource): Promise<void> {
  const list = operationFor(context.api, resource, 'list')
  if (!list || !addOperationOf(context.api, resource) || !(await createParent(context, resource))) return
  const added = await addItems(context, resource, 3)
  const { template } = await context.control(list.operation)
  if (!template || added.length === 0) return
  const draft = await context.instantiate(list.operation, template)
  const first = await readPages({ context, resource, list, start: draft })
  const second = await readPages({ context, resource, list, start: draft })
  const [answer] = second?.answers ?? []
  if (!first || !second || !answer) return
  const remaining = new Set(second.items.map((item) => identityOf(resource, item)))
  const removed = first.items.filter((item) => !remaining.has(identityOf(resource, item)))
  if (removed.length === 0) return
  context.judge(
    safeMethods,
    { method: 'GET', changes: removed.map((item) => `${show(item)} was removed`) },
    { answer, after: first.answers },
  )
  context.run.stale.add(list.operation.id)
}

/** Judges whether listing records changes their states, with two new records in turn to rule out chance. */
async function judgeStatesAfterListing(context: Context, resource: Resource): Promise<void> {
  const [list, read, create] = (['list', 'read', 'create'] as const).map((role) =>
    operationFor(context.api, resource, role),
  )
  if (!list || !read || !create) return
  const names = serverStates(context, resource)
  if (names.length === 0) return
  const first = await changedByListing(context, resource, names)
  const again = first && (await changedByListing(context, resource, names))
  if (!first || !again) return
  context.judge(
    safeMethods,
    { method: 'GET', changes: again.changes },
    { answer: again.listed, after: again.before },
  )
  context.run.stale.add(list.operation.id)
}

/** Properties that hold a state and that no client writes. */
function serverStates({ api }: Context, resource: Resource): readonly string[] {
  const writable = writableProperties(api, resource)
  return [...recordProperties(api, resource)].flatMap(([name, node]) =>
    writable.has(name) || !isState(api, node) ? [] : [name],
  )
}

interface ChangedByListing {
  readonly changes: readonly string[]
  readonly listed: Answer
  readonly before: readonly Answer[]
}

/** Reads a new record with past dates twice, lists it, and reads it again; undefined if its states did not change. */
async function changedByListing(
  context: Context,
  resource: Resource,
  names: readonly string[],
): Promise<ChangedByListing | undefined> {
  const record = await createOverdue(context, resource)
  const before = record && [
    await readItem(context, resource, record),
    await readItem(context, resource, record),
  ]
  const [first, second] = (before ?? []).map((seen) => pickProperties(names, seen?.record))
  if (!record || !before || !first || !second || differences(first, second).length > 0) return undefined
  const listed = await findInList(context, resource, record)
  const after = pickProperties(names, (await readItem(context, resource, record))?.record)
  if (!listed || !after) return undefined
  const changes = differences(first, after).map(
    ({ property, expected, actual }) =>
      `${property} of ${resource.name} changed from ${show(expected)} to ${show(actual)}`,
  )
  const answers = before.flatMap((seen) => (seen ? [seen.answer] : []))
  return changes.length === 0 ? undefined : { changes, listed: listed.answer, before: answers }
}

function pickProperties(names: readonly string[], record: JsonObject | undefined): JsonObject | undefined {
  return (
    record &&
    Object.fromEntries(
      names.filter((name) => Object.hasOwn(record, name)).map((name) => [name, record[name] ?? null]),
    )
  )
}

/** Past values by format. */
const pastDates: Readonly<Record<string, string>> = {
  date: '2001-02-03',
  'date-time': '2001-02-03T04:05:06Z',
}

/** Creates a record whose dates are in the past, because a list may change the state of records that are due. */
async function createOverdue(context: Context, resource: Resource): Promise<Fixture | undefined> {
  const create = operationFor(context.api, resource, 'create')
  const schema = create && bodySchema(create.operation)
  const { template } = create ? await context.control(create.operation) : { template: undefined }
  if (!create || !schema || !template) return undefined
  const draft = await context.instantiate(create.operation, template, { fresh: true })
  const body = bodyValue(draft)
  const dates = [...possiblePropertiesOf(context.api.document, schema)].flatMap(([name, node]) => {
    const date = pastDates[String(keywordsOf(context.api, node).get('format'))]
    return date === undefined || !isJsonObject(body) ? [] : [[name, date] as const]
  })
  if (dates.length === 0 || !isJsonObject(body)) return undefined
  const dated = withBody(draft, { ...body, ...Object.fromEntries(dates) })
  const answer = isValid(context.api, dated) ? await context.send(dated, 'valid') : undefined
  // What was accepted with 202 goes on by itself.
  return answer && isSuccess(answer.status) && answer.status !== 202
    ? context.run.records.createdBy(answer)
    : undefined
}
