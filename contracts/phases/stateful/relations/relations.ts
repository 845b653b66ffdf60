import type { Operation } from '../../../../spec/document.ts'
import {
  documentsMissing,
  relationOf,
  type Relation,
} from '../../../../spec/inference/references/relations.ts'
import { equalJson, isArray, isJsonObject, type Json, type JsonObject } from '../../../../spec/json.ts'
import type { Resource } from '../../../../spec/resources.ts'
import { isSuccess } from '../../../answer.ts'
import { sameId } from '../../../answers/answer-records.ts'
import type { Api } from '../../../api/api.ts'
import { relation as relationCheck, type RelationEvidence } from '../../../checks/relation.ts'
import { inconclusive, type Context } from '../../../context.ts'
import { bodyValue } from '../../../draft.ts'
import type { Answer, Draft } from '../../../interaction.ts'
import { readItem } from '../../../records/read-record.ts'
import { isStale } from '../life-cycle/stale-reads.ts'

/** A property of a resource's records, with the operations that add a value to it and remove it again. */
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

/**
 * Adds a value to a new record twice and removes it twice: the record must show it once, and then no longer. The second removal
 * must be refused if the document says so.
 */
export async function addAndRemove(context: Context, resource: Resource, related: Related): Promise<void> {
  const { put, remove, property } = related
  const { template } = await context.control(put)
  const record = await context.fixture(resource, { fresh: true })
  if (!template || !record?.creation)
    throw inconclusive(`No new record of ${resource.name} is available to put an item below.`)
  const draft = await context.instantiate(put, template)
  const value = valueOf(related, draft)
  const before = (await readItem(context, resource, record))?.record
  const initial = before?.[property]
  // A URL, such as that of an image, stays the same whatever is stored there.
  const isUrl = typeof initial === 'string' && /^\w+:\/\/|^\//.test(initial)
  if (value === undefined || !before || isUrl || timesIn(initial, value) > 0)
    throw inconclusive(`It is not known whether ${property} contains the item.`)
  const removal: Draft = { ...draft, operation: remove, body: undefined }
  const sent: Answer[] = []
  const judgeStep = async (
    request: Draft,
    action: RelationEvidence['action'],
    old: Json | undefined,
  ): Promise<Json | undefined> => {
    const answer = await context.send(request, 'valid')
    if (!isSuccess(answer.status) || answer.status === 202)
      throw inconclusive(`The request was answered with ${String(answer.status)}.`)
    sent.push(answer)
    const seen = await readItem(context, resource, record)
    if (!seen?.record) throw inconclusive('The record can no longer be read.')
    const now = seen.record[property]
    const times = timesIn(now, value)
    // A value that is stored in another form, such as in lower case, changes the property as well.
    const isFine = (shown: JsonObject | undefined): boolean =>
      !equalJson(shown?.[property] ?? null, old ?? null) &&
      (action !== 'again' || timesIn(shown?.[property], value) < 2)
    const isVisible = action === 'again' ? times < 2 : isFine(seen.record)
    if (isVisible) return now
    if (await isStale({ context, resource }, 'update', seen, isFine, record, sent))
      throw inconclusive('Reads of the record are stale.')
    const evidence = { action, status: answer.status, property, times }
    context.judge(relationCheck, evidence, {
      answer: seen.answer,
      operation: request.operation,
      after: [...sent],
    })
    throw inconclusive('The record does not reflect the request.')
  }
  const first = await judgeStep(draft, 'put', initial)
  if (timesIn(first, value) !== 1) return
  const second = await judgeStep(draft, 'again', first)
  if (timesIn(second, value) !== 1) return
  const third = await judgeStep(removal, 'delete', second)
  if (timesIn(third, value) === 0) await removeMissing(context, related, removal, sent)
}

/** The value that a request adds, in its path or in its body. */
function valueOf({ parameter, sent }: Relation, draft: Draft): Json | undefined {
  if (parameter !== undefined) return draft.path[parameter]
  const body = bodyValue(draft)
  const value = isJsonObject(body) && sent !== undefined ? body[sent] : undefined
  return value === null ? undefined : value
}

/** How often a property has a value: as an item of a list, or as the property's own value. */
function timesIn(property: Json | undefined, value: Json): number {
  const values = property !== undefined && isArray(property) ? property : [property]
  return values.filter((each) => sameId(each, value)).length
}

/**
 * Removes the value again, if the document says that this is refused. If the value is the id of a record, the refusal may be
 * meant for unknown ids only.
 */
async function removeMissing(
  context: Context,
  { remove, property, parameter }: Related,
  removal: Draft,
  after: readonly Answer[],
): Promise<void> {
  const isRecordId = parameter !== undefined && context.api.references.has(parameter)
  if (!documentsMissing(remove) || isRecordId) return
  const answer = await context.send(removal, 'probe')
  context.judge(
    relationCheck,
    { action: 'missing', status: answer.status, property, times: undefined },
    { answer, after },
  )
}
