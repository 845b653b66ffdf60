import type { Operation } from '../../../../spec/document.ts'
import { decodeUtf8, isJsonObject, type JsonObject } from '../../../../spec/json.ts'
import type { Resource } from '../../../../spec/resources.ts'
import { describeAnswer, isSuccess } from '../../../answer.ts'
import { recordIn } from '../../../answers/answer-records.ts'
import { operationFor, type RoleOperation } from '../../../api/api.ts'
import { createdListed } from '../../../checks/created-listed.ts'
import { int64, mangled } from '../../../checks/int64.ts'
import { staleRead } from '../../../checks/stale-read.ts'
import type { Context } from '../../../context.ts'
import { bodyValue, encodeDraft } from '../../../draft.ts'
import type { Answer, Fixture } from '../../../interaction.ts'
import { dueInList, isAsSent } from '../../../records/as-sent.ts'
import { findInList, readItem, type ListedRecord } from '../../../records/read-record.ts'

/** What the steps of a record's life cycle have in common. */
export interface LifeStep {
  readonly context: Context
  readonly resource: Resource
}

/** Judges whether a list, by default the resource's own, shows a record as it was sent; a list that catches up later is stale. */
export async function checkListed(
  step: LifeStep,
  created: Fixture,
  sent: JsonObject,
  answer: Answer | undefined,
  list?: RoleOperation,
): Promise<void> {
  const { context, resource } = step
  const listed = await findInList(context, resource, created, { list })
  if (!listed) return
  const isFine = (each: ListedRecord): boolean =>
    isAsSent(context.api, each.as, dueInList(context.api, resource, sent, each), each.item)
  if (isFine(listed)) return
  const again = await findInList(context, resource, created, { another: true, list })
  const where = { answer: listed.answer, operation: listed.list.operation, after: answer ? [answer] : [] }
  if (again && isFine(again)) {
    distrust(context, listed.list.operation)
    context.judge(
      staleRead,
      { write: 'create', first: listed.item ? 'an older record' : 'a list without it' },
      where,
    )
    return
  }
  context.judge(
    createdListed,
    { sent: dueInList(context.api, resource, sent, listed), item: listed.item },
    where,
  )
}

/** Marks an operation whose answers may be out of date, so that no later finding relies on them. */
export function distrust({ run }: Context, operation: Operation): void {
  run.stale.add(operation.id)
}

/**
 * Whether the first read of a write was only out of date: a second read, the list, or a read by a URL that no cache knows shows
 * what was written. Reports that, and marks the read as not to be relied on. There is no older state of a new record: if the list
 * alone shows it as it was sent, the two show it differently.
 */
export async function isStale(
  step: LifeStep,
  write: string,
  seen: { readonly answer: Answer; readonly record: JsonObject | undefined },
  isFine: (record: JsonObject | undefined) => boolean,
  target: Fixture,
  after: readonly Answer[] = [],
): Promise<boolean> {
  const { context, resource } = step
  if (isFine(seen.record)) return false
  if (isRounded(step, seen.answer, after.at(-1) ?? target.creation)) return true
  const again = await readItem(context, resource, target)
  const isLate = again !== undefined && isFine(again.record)
  const isNew = write === 'create'
  const listed = isLate || isNew ? undefined : await findInList(context, resource, target, { another: true })
  const isListed = listed !== undefined && seen.record !== undefined && isFine(listed.item)
  const isUncached = !isLate && !isListed && (await isFineUncached(context, seen, resource, isFine))
  if (!isLate && !isListed && !isUncached) return false
  const read = seen.answer.draft.operation
  distrust(context, read)
  context.judge(
    staleRead,
    { write, first: seen.record ? 'an older state' : describeAnswer(seen.answer) },
    { answer: seen.answer, after },
  )
  return true
}

/** Whether the read rounds a large integer to a double that the answer to the write had exactly; reports it. */
function isRounded({ context }: LifeStep, read: Answer, write: Answer | undefined): boolean {
  const body = write && bodyValue(write.draft)
  const sent = isJsonObject(body) ? Object.entries(body) : []
  for (const [name, value] of sent) {
    const rounded = typeof value === 'bigint' ? mangled(read, value) : undefined
    if (typeof value !== 'bigint' || rounded === undefined || !write || !contains(write, value)) continue
    const pointer = read.operation?.pointer ?? ''
    return context.judge(
      int64,
      { where: name, sent: value, came: rounded, pointer },
      { answer: read, after: [write] },
    )
  }
  return false
}

const contains = (answer: Answer, value: bigint): boolean =>
  (decodeUtf8(answer.exchange.response.body) ?? '').includes(String(value))

/** Whether the record is as expected when read by a URL that no cache can have: with an undeclared query parameter. */
async function isFineUncached(
  context: Context,
  seen: { readonly answer: Answer; readonly record: JsonObject | undefined },
  resource: Resource,
  isFine: (record: JsonObject | undefined) => boolean,
): Promise<boolean> {
  const read = operationFor(context.api, resource, 'read')
  if (!read || seen.record === undefined) return false
  const { draft } = seen.answer
  const query = [encodeDraft(draft).query, `_=${context.unique()}`].filter((part) => part !== '').join('&')
  const answer = await context.send({ ...draft, raw: { query } }, 'probe')
  return isSuccess(answer.status) && isFine(recordIn(answer, read.role))
}
