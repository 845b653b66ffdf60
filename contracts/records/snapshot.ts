import { equalJson, type JsonObject } from '../../spec/json.ts'
import type { Resource } from '../../spec/resources.ts'
import { getOrInsertComputed } from '../../spec/util/memo.ts'
import { isSuccess } from '../answer.ts'
import { idIn } from '../answers/answer-records.ts'
import { differences, innermost, show } from '../answers/compare.ts'
import { operationFor, writableProperties, type RoleOperation } from '../api/api.ts'
import { isTrusted, type Context } from '../context.ts'
import { textOfId } from '../draft.ts'
import type { Answer } from '../interaction.ts'
import { answersWithOther } from './created-record.ts'
import { readPages } from './lists.ts'
import { asReference } from './sent-values.ts'

/** The records of every list that can be read completely, by resource and id. */
export interface Snapshot {
  readonly resources: ReadonlyMap<string, ReadonlyMap<string, JsonObject>>
  readonly answers: readonly Answer[]
}

/** Reads all lists, or those of the resources in `only`; long lists are left out. */
export async function snapshot(context: Context, only?: ReadonlySet<string>): Promise<Snapshot> {
  const selected = context.api.model.resources.filter(({ name }) => !only || only.has(name))
  const lists = selected.flatMap((resource) => {
    const list = listOf(context, resource)
    return list ? [{ resource, list }] : []
  })
  // Reading one list may require a new record of another, which has to exist before that list is read.
  for (const { list } of lists) await context.control(list.operation)
  const resources = new Map<string, ReadonlyMap<string, JsonObject>>()
  const answers: Answer[] = []
  for (const { resource, list } of lists) {
    const listed = await readList(context, resource, list)
    if (!listed) continue
    resources.set(resource.name, listed.records)
    answers.push(...listed.answers)
  }
  return { resources, answers }
}

/** The operation that lists the resource; undefined if the list is too long or unreliable. */
function listOf(context: Context, resource: Resource): RoleOperation | undefined {
  const list = operationFor(context.api, resource, 'list')
  if (!list || resource.kind !== 'collection' || !isTrusted(context.run, list.operation)) return undefined
  return longLists(context).has(resource.name) || isChangedByJobs(context, resource) ? undefined : list
}

/** Whether records are created or deleted by jobs, and therefore at unknown times. */
const isChangedByJobs = ({ api }: Context, resource: Resource): boolean =>
  resource.operations.some(({ role, operationId }) => {
    const operation = role === 'create' || role === 'delete' ? api.byId.get(operationId) : undefined
    return operation !== undefined && answersWithOther(api, resource, operation)
  })

/** Reads a list; undefined if it cannot be read completely. */
async function readList(
  context: Context,
  resource: Resource,
  list: RoleOperation,
): Promise<{ records: ReadonlyMap<string, JsonObject>; answers: readonly Answer[] } | undefined> {
  const accepted = await context.control(list.operation)
  if (!accepted.answer || !isSuccess(accepted.answer.status)) return undefined
  const listing = await readPages({ context, resource, list, start: accepted.answer.draft })
  if (listing && !listing.complete) longLists(context).add(resource.name)
  if (!listing?.complete) return undefined
  const records = listing.items.flatMap((item) => {
    const id = idIn(item, resource)
    return id === undefined ? [] : [[textOfId(id), item] as const]
  })
  return { records: new Map(records), answers: listing.answers }
}

const known = new WeakMap<object, Set<string>>()

/** The resources whose lists have turned out too long to be read completely. */
function longLists({ run }: Context): Set<string> {
  return getOrInsertComputed(known, run, () => new Set())
}

/**
 * Describes the differences between two snapshots: records added or removed, and changes to properties that clients write.
 * Other properties, such as counters and times, may change by themselves.
 */
export function changes(context: Context, before: Snapshot, after: Snapshot): readonly string[] {
  return [...before.resources].flatMap(([name, records]) => {
    const now = after.resources.get(name)
    const resource = context.api.model.resources.find((each) => each.name === name)
    return now && resource ? changesIn(context, resource, records, now) : []
  })
}

function changesIn(
  context: Context,
  resource: Resource,
  before: ReadonlyMap<string, JsonObject>,
  after: ReadonlyMap<string, JsonObject>,
): readonly string[] {
  const writable = writableProperties(context.api, resource)
  const added = [...after.keys()]
    .filter((id) => !before.has(id))
    .map((id) => `${resource.name}/${id} was added`)
  const removed = [...before.keys()]
    .filter((id) => !after.has(id))
    .map((id) => `${resource.name}/${id} was removed`)
  const changed = [...before].flatMap(([id, record]) => {
    const now = after.get(id)
    if (!now || equalJson(record, now)) return []
    const old = Object.entries(record)
      .filter(([name]) => writable.has(name))
      .map(([name, value]) => [name, asReference(resource, name, value)] as const)
    return differences(Object.fromEntries(old), now)
      .map(innermost)
      .map(
        ({ property, expected, actual }) =>
          `${property} of ${resource.name}/${id} changed from ${show(expected)} to ${show(actual)}`,
      )
  })
  return [...added, ...removed, ...changed]
}
