import type { Operation } from '../../../../spec/document.ts'
import {
  notDeletedStatuses,
  deletionProperties,
  includeDeletedParameter,
  restoreOperation,
} from '../../../../spec/inference/states/restore.ts'
import type { JsonObject } from '../../../../spec/json.ts'
import type { Resource } from '../../../../spec/resources.ts'
import { typesOf } from '../../../../spec/schemas/types.ts'
import { isSuccess } from '../../../answer.ts'
import { differences, isTimestamp } from '../../../answers/compare.ts'
import {
  operationFor,
  recordProperties,
  writableProperties,
  type Api,
  type RoleOperation,
} from '../../../api/api.ts'
import { keywordsOf } from '../../../api/keywords.ts'
import { restored } from '../../../checks/restored.ts'
import { inconclusive, type Context } from '../../../context.ts'
import { itemDraft } from '../../../draft.ts'
import type { Answer, Fixture } from '../../../interaction.ts'
import { isMarkedDeleted } from '../../../records/deletion-mark.ts'
import { queryParameter } from '../../../records/lists.ts'
import { findInList, readItem, type ListedRecord } from '../../../records/read-record.ts'
import { isStale, type LifeStep } from './stale-reads.ts'

/** The operations that delete and restore records of a resource. */
interface Restoration {
  readonly removal: RoleOperation
  readonly operation: Operation
}

/** Match descriptions of a deletion that is final, and of one that can be undone. */
const finalDeletion =
  /\b(?:permanent|purg|irreversibl|irrecoverabl|undone\b|(?:can ?not|can't|no longer) be (?:restor|recover))/i
const softDeletion =
  /\b(?:soft\b|undelet|trash|(?:can|may) (?:\w+ )?be (?:restored|recovered)|until it is restored)/i

const textOf = ({ summary = '', description = '' }: Operation): string => `${summary} ${description}`

/**
 * Returns the operations that delete and restore records. Undefined if the document does not say that restored records were deleted
 * before: a backup, for example, is restored while it exists.
 */
export function restorationOf(api: Api, resource: Resource): Restoration | undefined {
  const operation = restoreOperation(api.document, resource, api.byId)
  const removal = operationFor(api, resource, 'delete')
  const list = operationFor(api, resource, 'list')
  if (!operation || !removal || operation.requestBody?.required === true) return undefined
  const removed = textOf(removal.operation)
  if (finalDeletion.test(removed) && !/\bsoft|\bafter \d/i.test(removed)) return undefined
  const isSoft =
    deletionProperties(api.document, resource.record).length > 0 ||
    (list !== undefined && includeDeletedParameter(list.operation) !== undefined) ||
    /\b(?:un)?delete[ds]?\b|\btrash/i.test(textOf(operation)) ||
    softDeletion.test(removed)
  return isSoft ? { operation, removal } : undefined
}

/** Deletes a record and restores it, and judges reads and lists before, in between and after. */
export async function restoreDeleted(context: Context, resource: Resource): Promise<void> {
  const restoring = restorationOf(context.api, resource)
  const record = await context.fixture(resource, { fresh: true })
  const before = record?.creation && (await readItem(context, resource, record))?.record
  if (!restoring || !record || !before)
    throw inconclusive(`No new record of ${resource.name} is available to read.`)
  const step = { context, resource }
  const { operation, removal } = restoring
  await restoreUndeleted(context, operation, record)
  const listed = await findInList(context, resource, record)
  const deletion = await context.send(itemDraft(removal, record), 'valid')
  if (!isDone(deletion)) throw inconclusive(`The record could not be deleted (${String(deletion.status)}).`)
  await judgeListed(step, record, deletion)
  const answer = await context.send(itemDraft(restoring, record), 'valid')
  const { pointer } = operation
  const { status } = answer
  const after = [deletion, answer]
  context.judge(restored, { kind: 'deleted', status, pointer }, { answer, after: [deletion] })
  if (!isDone(answer)) return
  record.gone = false
  await judgeRead(step, record, writtenProperties(context.api, resource, before), after)
  if (listed?.item) await judgeListing(step, listed, record, after)
}

/** Whether the request succeeded and has taken effect; after a 202 the effect may come later. */
const isDone = ({ status }: Answer): boolean => isSuccess(status) && status !== 202

/** Restoring a record that is not deleted must be refused, if the document says so. */
async function restoreUndeleted(context: Context, operation: Operation, record: Fixture): Promise<void> {
  const refusals = notDeletedStatuses(operation)
  if (refusals.length === 0) return
  const answer = await context.send(itemDraft({ operation }, record), 'probe')
  const pointer = `${operation.pointer}/responses`
  context.judge(restored, { kind: 'undeleted', status: answer.status, refusals, pointer }, { answer })
}

/** A list must show deleted records if a parameter asks for them, and otherwise not. */
async function judgeListed(step: LifeStep, record: Fixture, deletion: Answer): Promise<void> {
  const { context, resource } = step
  const list = operationFor(context.api, resource, 'list')
  const parameter = list && queryParameter(list, includeDeletedParameter(list.operation))
  const { schema, name = '', pointer = '' } = parameter ?? {}
  if (!schema || !typesOf(context.api.document, schema).has('boolean')) return
  if (keywordsOf(context.api, schema).get('default') === true) return
  const look = async (query: JsonObject): Promise<ListedRecord | undefined> =>
    findInList(context, resource, record, { query })
  const withDeleted = await look({ [name]: true })
  const withoutDeleted = await look({})
  const judge = ({ item, answer }: ListedRecord, value: true | undefined): void => {
    const evidence = { kind: 'asked', parameter: name, value, isThere: item !== undefined, pointer } as const
    context.judge(restored, evidence, { answer, after: [deletion] })
  }
  if (withDeleted) judge(withDeleted, true)
  // A listed record without a mark may not be deleted at all.
  if (withoutDeleted && (!withoutDeleted.item || isMarkedDeleted(withoutDeleted.item)))
    judge(withoutDeleted, undefined)
}

/** The properties that clients write, except those that a deletion may change: times, states, booleans. */
function writtenProperties(api: Api, resource: Resource, record: JsonObject): JsonObject {
  const writable = writableProperties(api, resource)
  const properties = recordProperties(api, resource)
  const marks = new Set(deletionProperties(api.document, resource.record).map(([name]) => name))
  const kept = Object.entries(record).filter(([name, value]) => {
    const node = properties.get(name)
    const isState = node !== undefined && keywordsOf(api, node).has('enum')
    const mayChange = marks.has(name) || isState || typeof value === 'boolean' || isTimestamp(value)
    return writable.has(name) && !mayChange && !/version|revision/i.test(name)
  })
  return Object.fromEntries(kept)
}

/** The restored record must be readable, with the values it had. */
async function judgeRead(
  step: LifeStep,
  record: Fixture,
  kept: JsonObject,
  after: readonly Answer[],
): Promise<void> {
  const { context, resource } = step
  const seen = await readItem(context, resource, record)
  const restore = after.at(-1)
  if (!seen || !restore) return
  const isFine = (current: JsonObject | undefined): boolean =>
    current !== undefined && differences(kept, current).length === 0
  if (await isStale(step, 'update', seen, isFine, record, after)) return
  const { operation } = restore.draft
  const changes = seen.record ? differences(kept, seen.record) : []
  context.judge(
    restored,
    { kind: 'read', status: seen.answer.status, changes, pointer: operation.pointer },
    { answer: seen.answer, operation, after },
  )
}

/** A record that was listed before its deletion must be listed again. */
async function judgeListing(
  { context, resource }: LifeStep,
  before: ListedRecord,
  record: Fixture,
  after: readonly Answer[],
): Promise<void> {
  const { list } = before
  const look = async (another: boolean): Promise<ListedRecord | undefined> =>
    findInList(context, resource, record, { list, another })
  const seen = await look(false)
  const again = seen?.item ? seen : await look(true)
  const restore = after.at(-1)
  if (!seen || !again || !restore) return
  const { operation } = restore.draft
  context.judge(
    restored,
    { kind: 'listed', isThere: again.item !== undefined, pointer: operation.pointer },
    { answer: seen.answer, operation, after },
  )
}
