import { idempotencyKeyParameter } from '../../../../spec/inference/idempotency-keys.ts'
import { wordsOf } from '../../../../spec/inference/prose/words.ts'
import { keptByDeletion } from '../../../../spec/inference/states/kept-by-deletion.ts'
import { isJsonObject, memberAt, type JsonObject } from '../../../../spec/json.ts'
import { isSuccess } from '../../../answer.ts'
import { idIn, sameId } from '../../../answers/answer-records.ts'
import { differences } from '../../../answers/compare.ts'
import {
  changeFor,
  operationFor,
  recordProperties,
  resourceNamed,
  type Api,
  type RoleOperation,
} from '../../../api/api.ts'
import { keywordsOf } from '../../../api/keywords.ts'
import { createdListed } from '../../../checks/created-listed.ts'
import { deletedGone } from '../../../checks/deleted-gone.ts'
import { idsUnique } from '../../../checks/ids-unique.ts'
import { repeatDelete } from '../../../checks/repeat-delete.ts'
import { staleRead } from '../../../checks/stale-read.ts'
import type { Context } from '../../../context.ts'
import { bodyValue, itemDraft, withBody } from '../../../draft.ts'
import type { Answer, Fixture } from '../../../interaction.ts'
import { isMarkedDeleted } from '../../../records/deletion-mark.ts'
import { findInList, readItem } from '../../../records/read-record.ts'
import { isEndedOtherwise, mayEndOtherwise } from './ended-otherwise.ts'
import { judgeKept } from './kept-record.ts'
import { distrust, type LifeStep } from './stale-reads.ts'
import { judgeIsolation, targets } from './updates.ts'

/**
 * Deletes the record and judges what remains of it. Changes before must not affect a second record, and records that are created
 * before and after must have ids of their own.
 */
export async function judgeDeletion(step: LifeStep, first: Fixture): Promise<void> {
  const { context, resource } = step
  const removal = operationFor(context.api, resource, 'delete')
  const second = await context.fixture(resource, { fresh: true })
  judgeId(step, second, [first])
  let other = second
  if (second?.creation && !first.gone && !sameKey(first, second)) {
    await judgeEarlier(step, first, second.creation)
    // A change of the one may have ended the other, where both shared something.
    if (!(await judgeIsolation(step, first, second))) other = undefined
  }
  if (!first.gone) await createWithSameId(step, first)
  if (!removal) return
  await judgeRemoval(step, first, other, removal)
  const third = first.gone ? await context.fixture(resource, { fresh: true }) : undefined
  judgeId(step, third, [first, second])
  if (!third?.creation) return
  await context.send(itemDraft(removal, third), 'valid')
  const fourth = third.gone ? await context.fixture(resource, { fresh: true }) : undefined
  judgeId(step, fourth, [first, second, third])
}

/** A creation must leave the records that the list had before. */
async function judgeEarlier(
  { context, resource }: LifeStep,
  first: Fixture,
  creation: Answer,
): Promise<void> {
  const listed = operationFor(context.api, resource, 'read')
    ? undefined
    : await findInList(context, resource, first)
  if (!listed) return
  context.judge(
    createdListed,
    { sent: {}, item: listed.item, isEarlier: true },
    { answer: listed.answer, operation: creation.draft.operation, after: [creation] },
  )
}

/** A new record must not have the id of an earlier one; with an idempotency key it may be the same record. */
function judgeId(
  { context }: LifeStep,
  created: Fixture | undefined,
  earlier: readonly (Fixture | undefined)[],
): void {
  if (!created?.creation) return
  const isRepeatable = idempotencyKeyParameter(created.creation.draft.operation) !== undefined
  const other = earlier.find(
    (each) => each !== undefined && sameKey(each, created) && (each !== created || !isRepeatable),
  )
  const conflict = other && (other.gone ? 'reused' : 'taken')
  if (conflict === 'taken' && isAddedTo(context, created)) return
  // A client that chooses the id of a deleted record may get it, as may any client if there are only a few ids.
  if (conflict === 'reused' && (isChosenByClient(context, created) || hasEnumeratedIds(context, created)))
    return
  context.judge(idsUnique, { id: created.id, conflict }, { answer: created.creation })
}

/** Matches operations that may update the existing record instead. */
const replaces = /\b(?:upsert\w*|updat\w+|replac\w+|overwrit\w+|sav(?:e|es|ing))\b/i

/** Creates a record with the id of an existing one: it must be refused, or get another id. */
async function createWithSameId({ context, resource }: LifeStep, first: Fixture): Promise<void> {
  const operation = first.creation?.draft.operation
  const template = operation && context.group.controls.get(operation.id)?.template
  if (!template || !isChosenByClient(context, first) || idempotencyKeyParameter(operation)) return
  const text = `${wordsOf(operation.id).join(' ')} ${operation.summary ?? ''}`
  if (operation.method !== 'POST' || replaces.test(text)) return
  const before = await readItem(context, resource, first)
  const draft = await context.instantiate(operation, template, { fresh: true })
  const body = bodyValue(draft)
  if (!before?.record || !isJsonObject(body) || resource.idProperty === undefined) return
  const sent = { ...body, [resource.idProperty]: first.id }
  const answer = await context.send({ ...withBody(draft, sent), path: first.creation.draft.path }, 'probe')
  if (!isSuccess(answer.status)) return
  const after = await readItem(context, resource, first)
  const isReplaced = differences(before.record, after?.record ?? {}).some(({ property }) =>
    Object.hasOwn(sent, property),
  )
  if (isReplaced)
    context.judge(idsUnique, { id: first.id, conflict: 'replaced' }, { answer, after: [first.creation] })
}

/** Whether both have the same id, and the same parents: records of different parents may have the same id. */
function sameKey(one: Fixture, other: Fixture): boolean {
  return one.key.length === other.key.length && one.key.every((id, index) => sameId(id, other.key[index]))
}

/** Whether the request that created the record chose its id. */
function isChosenByClient({ api }: Context, { id, resource, creation }: Fixture): boolean {
  const [home, sent] = [resourceNamed(api, resource), sentIn(api, creation)]
  return home !== undefined && sent !== undefined && sameId(idIn(sent, home), id)
}

/** Whether a creation added to a record that was there: of the same product twice, a cart makes one line. */
const isAddedTo = ({ api }: Context, { creation, record }: Fixture): boolean =>
  Object.entries(sentIn(api, creation) ?? {}).some(([name, value]) => {
    const shown = record?.[name]
    return typeof value === 'number' && typeof shown === 'number' && shown > value
  })

/** The record that a creation sent. */
function sentIn({ model }: Api, creation: Answer | undefined): JsonObject | undefined {
  const role = creation && model.roles.get(creation.draft.operation.id)
  const sent = role && memberAt(bodyValue(creation.draft), role.operation.requestPath)
  return isJsonObject(sent) ? sent : undefined
}

/** Whether the document enumerates the possible ids. */
function hasEnumeratedIds({ api }: Context, { resource: name }: Fixture): boolean {
  const resource = resourceNamed(api, name)
  const id = resource && recordProperties(api, resource).get(resource.idProperty ?? '')
  return id !== undefined && keywordsOf(api, id).has('enum')
}

async function judgeRemoval(
  step: LifeStep,
  gone: Fixture,
  other: Fixture | undefined,
  removal: RoleOperation,
): Promise<void> {
  const { context } = step
  const draft = itemDraft(removal, gone)
  const before = mayEndOtherwise(step, removal) ? await readItem(context, step.resource, gone) : undefined
  const answer = await context.send(draft, 'valid')
  if (!isSuccess(answer.status)) return
  const where = { answer, operation: removal.operation }
  const listed = await isStillListed(step, gone)
  const seen = await readItem(context, step.resource, gone)
  if (isMarkedDeleted(seen?.record) || isEndedOtherwise(step, removal, before?.record, seen?.record)) return
  if (seen && judgeKept(step, removal.operation, seen, answer)) return
  const isRead = seen !== undefined && !(await isStaleAfterDeletion(step, seen.answer, gone))
  const again = await context.send(draft, 'valid', { after: [answer] })
  // Last, because it may create the record again.
  const update = await updateDeleted(step, gone, answer)
  const uses = [
    ...(isRead ? [{ use: 'read' as const, status: seen.answer.status }] : []),
    ...(update === undefined ? [] : [{ use: 'update' as const, status: update }]),
  ]
  context.judge(deletedGone, { uses, listed, otherStatus: await statusOf(step, other) }, where)
  // What is archived may be archived again.
  if (keptByDeletion(context.api.document, removal.operation, step.resource.record)) return
  const declared = removal.operation.responses
    .map(({ status }) => status)
    .filter((status) => status === '404' || status === '410')
  context.judge(
    repeatDelete,
    { status: again.status, declared, pointer: `${removal.operation.pointer}/responses` },
    { answer: again, after: [answer] },
  )
}

/** Matches what a PUT is described as that may create the record: "Add or update a note". */
const creates = /\b(?:adds?|creates?|inserts?|upserts?)\b/i

/** The status of an update of a deleted record; undefined if there is no update, or if it may create a record. */
async function updateDeleted(
  { context, resource }: LifeStep,
  gone: Fixture,
  deletion: Answer,
): Promise<number | undefined> {
  const update = changeFor(context.api, resource)
  const template = update && context.group.controls.get(update.operation.id)?.template
  if (!update || !template) return undefined
  context.group.fixtures.set(resource.name, { ...gone, gone: false })
  const draft = await context.instantiate(update.operation, template)
  context.group.fixtures.delete(resource.name)
  if (!targets(context, draft, gone)) return undefined
  const { status } = await context.send(draft, 'valid', { after: [deletion] })
  const { method, summary = '', description = '' } = update.operation
  const isUpsert = method === 'PUT' && creates.test(`${summary} ${description}`)
  return isUpsert || update.role.role === 'replace' || status === 201 ? undefined : status
}

/** Whether only the first read after the deletion still shows the record; reports that. */
async function isStaleAfterDeletion(step: LifeStep, first: Answer, gone: Fixture): Promise<boolean> {
  if (!isSuccess(first.status)) return false
  const again = await readItem(step.context, step.resource, gone)
  if (!again || isSuccess(again.answer.status)) return false
  distrust(step.context, first.draft.operation)
  step.context.judge(staleRead, { write: 'delete', first: 'the record' }, { answer: first })
  return true
}

async function isStillListed({ context, resource }: LifeStep, gone: Fixture): Promise<boolean | undefined> {
  const listed = await findInList(context, resource, gone)
  return listed && listed.item !== undefined
}

async function statusOf(
  { context, resource }: LifeStep,
  other: Fixture | undefined,
): Promise<number | undefined> {
  if (!other?.creation || other.gone) return undefined
  const seen = await readItem(context, resource, other)
  const listed = seen ? undefined : await findInList(context, resource, other)
  return seen?.answer.status ?? (listed && !listed.item ? 404 : undefined)
}
