import type { Operation } from '../../../../spec/document.ts'
import { decodeUtf8, isJsonObject, type JsonObject } from '../../../../spec/json.ts'
import type { Resource } from '../../../../spec/resources.ts'
import type { Answer, Fixture } from '../../../interaction.ts'
import { describeAnswer, isSuccess } from '../../../answer.ts'
import { operationFor, type RoleOperation } from '../../../api/api.ts'
import { createdListed } from '../../../checks/created-listed.ts'
import { int64, mangled } from '../../../checks/int64.ts'
import { staleRead } from '../../../checks/stale-read.ts'
import type { Context } from '../../../context.ts'
import { bodyValue, encodeDraft } from '../../../draft.ts'
import type { CaseGroup } from '../../../records/case-group.ts'
import { recordIn } from '../../../records/answer-records.ts'
import { dueInList, isAsSent } from '../../../records/sent-values.ts'
import { findInList, readItem, type ListedRecord } from '../../../records/read-record.ts'

/** What a step of a record's life works with. */
export interface LifeStep {
  readonly context: Context
  readonly group: CaseGroup
  readonly resource: Resource
}

/** The list has the record, as it was sent: the resource's own list, when not another. */
export async function checkListed(
  step: LifeStep,
  created: Fixture,
  sent: JsonObject,
  answer: Answer | undefined,
  list?: RoleOperation,
): Promise<void> {
  const { context, group, resource } = step
  const listed = await findInList(context, group, resource, created, { list })
  if (!listed) return
  const isFine = (each: ListedRecord): boolean =>
    isAsSent(context.api, each.as, dueInList(context.api, resource, sent, each), each.item)
  if (isFine(listed)) return
  const again = await findInList(context, group, resource, created, { another: true, list })
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

export function distrust({ run }: Context, operation: Operation): void {
  run.distrusted.add(operation.id)
}

/**
 * Whether what was read first is only out of date: another read, or the list, shows what was written. The operation is
 * then not relied on any more.
 */
export async function isStale(
  step: LifeStep,
  write: string,
  seen: { readonly answer: Answer; readonly record: JsonObject | undefined },
  isFine: (record: JsonObject | undefined) => boolean,
  of: Fixture,
  after: readonly Answer[] = [],
): Promise<boolean> {
  const { context, group, resource } = step
  if (isFine(seen.record)) return false
  if (isRounded(step, seen.answer, after.at(-1) ?? of.creation)) return true
  const again = await readItem(context, resource, of)
  const isLate = again !== undefined && isFine(again.record)
  const listed = isLate ? undefined : await findInList(context, group, resource, of, { another: true })
  const isListed = listed !== undefined && seen.record !== undefined && isFine(listed.item)
  const isElsewhere = !isLate && !isListed && (await isFineElsewhere(context, seen, resource, isFine))
  if (!isLate && !isListed && !isElsewhere) return false
  const read = seen.answer.draft.operation
  distrust(context, read)
  context.judge(
    staleRead,
    { write, first: seen.record ? 'an older state' : describeAnswer(seen.answer) },
    { answer: seen.answer, after },
  )
  return true
}

/** Whether only the read has a large integer as a double, and the write had it exactly. */
function isRounded({ context }: LifeStep, read: Answer, write: Answer | undefined): boolean {
  const body = write && bodyValue(write.draft)
  const sent = isJsonObject(body) ? Object.entries(body) : []
  for (const [name, value] of sent) {
    const came = typeof value === 'bigint' ? mangled(read, value) : undefined
    if (typeof value !== 'bigint' || came === undefined || !write || !holds(write, value)) continue
    const pointer = read.operation?.pointer ?? ''
    return context.judge(int64, { where: name, sent: value, came, pointer }, { answer: read, after: [write] })
  }
  return false
}

const holds = (answer: Answer, value: bigint): boolean =>
  (decodeUtf8(answer.exchange.response.body) ?? '').includes(String(value))

/** By a URL that nobody can have asked before, a query nobody declared being no matter. */
async function isFineElsewhere(
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
