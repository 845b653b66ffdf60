import type { Operation } from '../../../../../spec/document.ts'
import { isAllOrNone } from '../../../../../spec/inference/all-or-none.ts'
import { isJsonObject, memberAt, type Json, type JsonObject } from '../../../../../spec/json.ts'
import { appendPointer, toPointer } from '../../../../../spec/json/pointer.ts'
import type { BatchOperation, Resource } from '../../../../../spec/resources.ts'
import { isSuccess } from '../../../../answer.ts'
import { differences, show } from '../../../../answers/compare.ts'
import { operationFor, recordProperties, type Api } from '../../../../api/api.ts'
import { stateProperties } from '../../../../api/state-values.ts'
import { acceptedDraft } from '../../../../attempts/accepted-request.ts'
import { failedWrite } from '../../../../checks/failed-write.ts'
import { invalidRefused } from '../../../../checks/invalid-refused.ts'
import { inconclusive, type Context } from '../../../../context.ts'
import { bodyValue, fixtureAt, withBody, withValueAt } from '../../../../draft.ts'
import type { Draft, Fixture } from '../../../../interaction.ts'
import { isMissing } from '../../../../records/fixtures.ts'
import { generateId } from '../../../../records/identity.ts'
import { readOrFind } from '../../../../records/read-record.ts'
import { isValid } from '../../../../requests/validity.ts'
import { deletedRecord } from '../../life-cycle/deleted-record.ts'
import { judgeVisibility } from '../../life-cycle/visible-changes.ts'
import { effectOnOne, refusesOne } from './batch-effects.ts'

/** The batch of an operation that makes the same changes to all records in a list of ids. */
export function sharedUpdateOf({ model }: Api, { id }: Operation): BatchOperation | undefined {
  const batch = model.batches.get(id)
  return batch?.sharedPath ? batch : undefined
}

/**
 * Changes two new records by one request, then a third one together with a deleted one, and together with one that an action was
 * performed on before: if that is refused, none may change.
 */
export async function updateSeveral(context: Context, operation: Operation): Promise<void> {
  const batch = sharedUpdateOf(context.api, operation)
  if (!batch) return
  const { resource } = batch
  const draft = await acceptedDraft(context, operation)
  // Not the group's: an action may be possible only once.
  const records = [await freshOf(context, resource), await freshOf(context, resource)]
  const third = await freshOf(context, resource)
  const [first, second] = records.filter((each) => each !== undefined)
  if (!first || !second || !third) throw inconclusive(`Three records of ${resource.name} cannot be created.`)
  await judgeAll(context, batch, draft, [first, second])
  const others: readonly Companion[] = [
    (await deletedOne(context, resource)) ?? (await unknownOne(context, resource, third)),
    {
      record: batch.action && first,
      isRefused: await refusesOne(context, batch, second),
      title: 'the id of a record that does not allow the action',
    },
  ]
  for (const other of others) await judgeNone(context, batch, draft, third, other)
}

/** A record whose id a request has beside that of another one. */
interface Companion {
  readonly record: Fixture | undefined
  /** Whether it cannot be changed. */
  readonly isRefused: boolean
  readonly title: string
}

async function deletedOne(context: Context, resource: Resource): Promise<Companion | undefined> {
  const record = await deletedRecord(context, resource)
  return record && { record, isRefused: true, title: 'the id of a deleted record' }
}

/** What has the path of the other record but for its id, which is made up. */
async function unknownOne(context: Context, resource: Resource, { key }: Fixture): Promise<Companion> {
  const read = operationFor(context.api, resource, 'read')
  const id = read && generateId(context.api, resource, read.operation, Number.parseInt(context.unique(), 36))
  const at = id === undefined ? undefined : fixtureAt(resource.name, [...key.slice(0, -1), id])
  const isKnown = at === undefined || !(await isMissing(context, resource, at))
  return { record: isKnown ? undefined : at, isRefused: true, title: 'the id of no record' }
}

async function freshOf(context: Context, resource: Resource): Promise<Fixture | undefined> {
  const made = await context.fixture(resource, { fresh: true })
  return made?.creation && !made.gone ? made : undefined
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
  const changes = batch.action ? await effectOnOne(context, batch, request) : changesIn(batch, request)
  const sent = Object.fromEntries(Object.entries(changes).filter(([name]) => known.has(name)))
  for (const record of records)
    await judgeVisibility({ context, resource }, record, { sent, untouched: {}, answer })
}

/** A request that is refused because of one of the records must leave the other one as it was. */
async function judgeNone(
  context: Context,
  batch: BatchOperation,
  draft: Draft,
  record: Fixture,
  { record: other, isRefused, title }: Companion,
): Promise<void> {
  const { resource } = batch
  const before = other && (await readOrFind(context, resource, record))
  if (!other || !before?.record) return
  const answer = await context.send(naming(batch, draft, [record, other]), 'valid')
  if (isSuccess(answer.status)) {
    const { operation } = draft
    if (!isRefused || answer.status === 202 || !isAllOrNone(operation)) return
    const evidence = {
      answer,
      cause: title,
      title,
      forbiddenBy: operation.pointer,
      severity: 'error',
    } as const
    context.judge(invalidRefused, evidence, { answer })
    return
  }
  const after = await readOrFind(context, resource, record)
  if (!after?.record) return
  const changed = batch.action ? stateProperties(context.api, resource) : Object.keys(changesIn(batch, draft))
  const old = Object.fromEntries(changed.flatMap((name) => entryOf(before.record, name)))
  const changes = differences(old, after.record).map(
    ({ property, expected, actual }) => `${property} changed from ${show(expected)} to ${show(actual)}`,
  )
  const request = `a request with ${title} beside another`
  context.judge(failedWrite, { title: request, status: answer.status, changes }, { answer })
}

const entryOf = (record: JsonObject | undefined, name: string): readonly (readonly [string, Json])[] =>
  record?.[name] === undefined ? [] : [[name, record[name]]]

/** The request for these records. */
export function naming({ path }: BatchOperation, draft: Draft, records: readonly Fixture[]): Draft {
  const list = toPointer(path)
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
