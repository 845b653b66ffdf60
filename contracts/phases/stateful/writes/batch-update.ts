import type { Operation } from '../../../../spec/document.ts'
import { isJsonObject, memberAt, type Json, type JsonObject } from '../../../../spec/json.ts'
import { appendPointer } from '../../../../spec/json/pointer.ts'
import type { BatchOperation, Resource } from '../../../../spec/resources.ts'
import { isSuccess } from '../../../answer.ts'
import { recordProperties, type Api } from '../../../api/api.ts'
import { isState } from '../../../api/state-values.ts'
import { failedWrite } from '../../../checks/failed-write.ts'
import { inconclusive, type Context } from '../../../context.ts'
import { bodyValue, withBody, withValueAt } from '../../../draft.ts'
import type { Draft, Fixture } from '../../../interaction.ts'
import { differences, show } from '../../../records/compare.ts'
import { readItem } from '../../../records/read-record.ts'
import { acceptedDraft } from '../../../requests/accepted-request.ts'
import { isValid } from '../../../requests/validity.ts'
import { deletedRecord } from '../life-cycle/deleted-record.ts'
import { judgeVisibility } from '../life-cycle/updates.ts'

/** The batch of an operation that makes the same changes to all records in a list of ids. */
export function sharedUpdateOf({ model }: Api, { id }: Operation): BatchOperation | undefined {
  const batch = model.batches.get(id)
  return batch?.sharedPath ? batch : undefined
}

/** Changes two new records by one request, then one of them together with a deleted one: if that is refused, none may change. */
export async function updateSeveral(context: Context, operation: Operation): Promise<void> {
  const batch = sharedUpdateOf(context.api, operation)
  if (!batch) return
  const { resource } = batch
  const draft = await acceptedDraft(context, operation)
  const records: readonly (Fixture | undefined)[] = [
    context.group.fixtures.get(resource.name),
    await context.fixture(resource, { fresh: true }),
    await context.fixture(resource, { fresh: true }),
  ]
  const [first, second, third] = records.filter((each) => each?.creation && !each.gone)
  if (!first || !second || !third) throw inconclusive(`Three records of ${resource.name} cannot be created.`)
  await judgeAll(context, batch, draft, [first, second])
  await judgeNone(context, batch, draft, third)
}

/** All records have to show the changes. */
async function judgeAll(
  context: Context,
  batch: BatchOperation,
  draft: Draft,
  records: readonly Fixture[],
): Promise<void> {
  const { resource } = batch
  const request = naming(batch, draft, records)
  if (!isValid(context.api, request)) throw inconclusive('The document does not allow two ids.')
  const answer = await context.send(request, 'valid')
  if (!isSuccess(answer.status) || answer.status === 202)
    throw inconclusive(`The request was answered with ${String(answer.status)}.`)
  const known = recordProperties(context.api, resource)
  // What an action makes of what was sent is its own affair.
  const changes = batch.action ? {} : changesIn(batch, request)
  const sent = Object.fromEntries(Object.entries(changes).filter(([name]) => known.has(name)))
  for (const record of records)
    await judgeVisibility({ context, resource }, record, { sent, untouched: {}, answer })
}

/** A request that is refused because one of the records is missing must leave the other one as it was. */
async function judgeNone(
  context: Context,
  batch: BatchOperation,
  draft: Draft,
  record: Fixture,
): Promise<void> {
  const { resource } = batch
  const gone = await deletedRecord(context, resource)
  const before = await readItem(context, resource, record)
  if (!gone || !before?.record) return
  const answer = await context.send(naming(batch, draft, [record, gone]), 'valid')
  const after = isSuccess(answer.status) ? undefined : await readItem(context, resource, record)
  if (!after?.record) return
  const changed = batch.action ? statesOf(context.api, resource) : Object.keys(changesIn(batch, draft))
  const old = Object.fromEntries(changed.flatMap((name) => entryOf(before.record, name)))
  const changes = differences(old, after.record).map(
    ({ property, expected, actual }) => `${property} changed from ${show(expected)} to ${show(actual)}`,
  )
  const title = 'a request with the id of a deleted record beside another'
  context.judge(failedWrite, { title, status: answer.status, changes }, { answer })
}

/** The names of the properties that hold the states of records. */
const statesOf = (api: Api, resource: Resource): readonly string[] =>
  [...recordProperties(api, resource)].flatMap(([name, node]) => (isState(api, node) ? [name] : []))

const entryOf = (record: JsonObject | undefined, name: string): readonly (readonly [string, Json])[] =>
  record?.[name] === undefined ? [] : [[name, record[name]]]

/** The request for these records. */
export function naming({ path }: BatchOperation, draft: Draft, records: readonly Fixture[]): Draft {
  const list = path.reduce(appendPointer, '')
  const body = withValueAt(
    bodyValue(draft) ?? null,
    list,
    records.map(({ id }) => id),
  )
  const bindings = records.map((fixture, index) => ({
    in: 'body' as const,
    at: appendPointer(list, String(index)),
    fixture,
  }))
  const others = draft.bindings.filter(({ at }) => !at.startsWith(`${list}/`))
  return body === undefined ? draft : { ...withBody(draft, body), bindings: [...others, ...bindings] }
}

/** The changes that a request makes to each of the records. */
function changesIn({ path, sharedPath = [] }: BatchOperation, draft: Draft): JsonObject {
  const changes = memberAt(bodyValue(draft), sharedPath)
  return isJsonObject(changes)
    ? Object.fromEntries(Object.entries(changes).filter(([name]) => name !== path[0]))
    : {}
}
