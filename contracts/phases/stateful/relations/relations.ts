import type { Operation } from '../../../../spec/document.ts'
import {
  documentsMissing,
  relationOf,
  type Relation,
} from '../../../../spec/inference/references/relations.ts'
import { equalJson, isArray, isJsonObject, type Json, type JsonObject } from '../../../../spec/json.ts'
import type { Resource } from '../../../../spec/resources.ts'
import type { Answer } from '../../../interaction.ts'
import { isSuccess } from '../../../answer.ts'
import type { Api } from '../../../api/api.ts'
import { relation as relationCheck, type RelationEvidence } from '../../../checks/relation.ts'
import { inconclusive, type Context } from '../../../context.ts'
import type { Draft } from '../../../interaction.ts'
import { bodyValue } from '../../../draft.ts'
import type { CaseGroup } from '../../../records/case-group.ts'
import { sameId } from '../../../records/answer-records.ts'
import { readItem } from '../../../records/read-record.ts'
import { isStale } from '../life-cycle/stale-reads.ts'

/** What puts something into a property of a resource's records, and what takes it from there. */
export interface Related extends Relation {
  readonly put: Operation
  readonly remove: Operation
}

export function relationsOf({ document, byId }: Api, { record, operations }: Resource): readonly Related[] {
  const actions = operations
    .filter(({ role }) => role === 'action')
    .flatMap(({ operationId }) => byId.get(operationId) ?? [])
  return actions.flatMap((put) => {
    const relation = put.method === 'PUT' ? relationOf(document, record, put) : undefined
    const remove = actions.find(({ method, path }) => method === 'DELETE' && path === put.path)
    return relation && remove ? [{ ...relation, put, remove }] : []
  })
}

/** Puts something below a new record, twice, and deletes it twice: the record has it, once, and then no more. */
export async function putAndTakeAway(
  context: Context,
  group: CaseGroup,
  resource: Resource,
  related: Related,
): Promise<void> {
  const { put, remove, property } = related
  const { template } = await group.control(context, put)
  const record = await group.fixture(context, resource, { fresh: true })
  if (!template || !record?.creation)
    throw inconclusive(`No new record of ${resource.name} is available to put an item below.`)
  const draft = await group.instantiate(context, put, template)
  const value = valueOf(related, draft)
  const before = (await readItem(context, resource, record))?.record
  const had = before?.[property]
  // What is shown by its URL is at the same one whatever is put there.
  const isUrl = typeof had === 'string' && /^\w+:\/\/|^\//.test(had)
  if (value === undefined || !before || isUrl || timesIn(had, value) > 0)
    throw inconclusive(`It is not known whether ${property} contains the item.`)
  const removal: Draft = { ...draft, operation: remove, body: undefined }
  const done: Answer[] = []
  const take = async (
    step: Draft,
    action: RelationEvidence['action'],
    old: Json | undefined,
  ): Promise<Json | undefined> => {
    const answer = await context.send(step, 'valid')
    if (!isSuccess(answer.status) || answer.status === 202)
      throw inconclusive(`The request was answered with ${String(answer.status)}.`)
    done.push(answer)
    const seen = await readItem(context, resource, record)
    if (!seen?.record) throw inconclusive('The record can no longer be read.')
    const now = seen.record[property]
    const times = timesIn(now, value)
    // What is kept in other words, in lower case say, changes all the same.
    const isFine = (found: JsonObject | undefined): boolean =>
      !equalJson(found?.[property] ?? null, old ?? null) &&
      (action !== 'again' || timesIn(found?.[property], value) < 2)
    const isSeen = action === 'again' ? times < 2 : isFine(seen.record)
    if (isSeen) return now
    if (await isStale({ context, group, resource }, 'update', seen, isFine, record, done))
      throw inconclusive('Reads of the record are stale.')
    const evidence = { action, status: answer.status, property, times }
    context.judge(relationCheck, evidence, {
      answer: seen.answer,
      operation: step.operation,
      after: [...done],
    })
    throw inconclusive('The record does not reflect the request.')
  }
  const first = await take(draft, 'put', had)
  if (timesIn(first, value) !== 1) return
  const second = await take(draft, 'again', first)
  if (timesIn(second, value) !== 1) return
  const third = await take(removal, 'delete', second)
  if (timesIn(third, value) === 0) await takeMissing(context, related, removal, done)
}

/** What is put, by the path or by the body. */
function valueOf({ parameter, sent }: Relation, draft: Draft): Json | undefined {
  if (parameter !== undefined) return draft.path[parameter]
  const body = bodyValue(draft)
  const value = isJsonObject(body) && sent !== undefined ? body[sent] : undefined
  return value === null ? undefined : value
}

/** How often a property has a value: in a list, or by itself. */
function timesIn(property: Json | undefined, value: Json): number {
  const all = property !== undefined && isArray(property) ? property : [property]
  return all.filter((each) => sameId(each, value)).length
}

/** Where the document tells of it: what is named elsewhere, too, may be missing there alone. */
async function takeMissing(
  context: Context,
  { remove, property, parameter }: Related,
  removal: Draft,
  after: readonly Answer[],
): Promise<void> {
  const isElsewhere = parameter !== undefined && context.api.references.has(parameter)
  if (!documentsMissing(remove) || isElsewhere) return
  const answer = await context.send(removal, 'probe')
  context.judge(
    relationCheck,
    { action: 'missing', status: answer.status, property, times: undefined },
    { answer, after },
  )
}
