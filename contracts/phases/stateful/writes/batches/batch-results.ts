import type { Operation } from '../../../../../spec/document.ts'
import { isAllOrNone } from '../../../../../spec/inference/all-or-none.ts'
import { sentencesOf } from '../../../../../spec/inference/prose/sentences.ts'
import { isArray, isJsonObject, memberAt, type Json, type JsonObject } from '../../../../../spec/json.ts'
import { toPointer } from '../../../../../spec/json/pointer.ts'
import { withoutWriteOnly } from '../../../../../spec/schemas/write-only.ts'
import { isSuccess, jsonOf } from '../../../../answer.ts'
import { isId } from '../../../../answers/answer-records.ts'
import { operationFor } from '../../../../api/api.ts'
import { batchResults } from '../../../../checks/batch-results.ts'
import { createdReadable } from '../../../../checks/created-readable.ts'
import { invalidRefused } from '../../../../checks/invalid-refused.ts'
import { inconclusive, isTrusted, type Context } from '../../../../context.ts'
import { bodyValue, fixtureAt, withBody, withValueAt } from '../../../../draft.ts'
import type { Answer, Draft } from '../../../../interaction.ts'
import { readBack } from '../../../../records/as-sent.ts'
import { readItem } from '../../../../records/read-record.ts'
import { forTwo } from './batch-create.ts'
import { danglingItem, repeatedItem, type RefusedItem } from './refused-batch-item.ts'
import { itemsIn, resultingBatchOf, type ResultingBatch } from './resulting-batch.ts'

/** Creates two records at once, and then two beside one that is refused: each has to have its own result, and to be kept if that says so. */
export async function judgeBatchResults(context: Context, operation: Operation): Promise<void> {
  const resulting = resultingBatchOf(context.api, operation)
  const two = resulting && (await forTwo(context, operation, resulting.batch))
  if (!resulting || !two) throw inconclusive('No request for two records can be made.')
  if (await judgeResults(context, resulting, two.draft, undefined)) return
  const refused = isAllOrNone(operation)
    ? undefined
    : ((await danglingItem(context, operation, resulting)) ?? repeatedItem(context.api, operation, resulting))
  const next = refused && (await forTwo(context, operation, resulting.batch))
  if (!next) return
  const [first = null, second = null] = itemsIn(resulting, next.draft)
  const items = [first, refused.item ?? first, second]
  const body = withValueAt(bodyValue(next.draft) ?? null, toPointer(resulting.batch.path), items)
  if (body !== undefined) await judgeResults(context, resulting, withBody(next.draft, body), refused)
}

/** Judges the results of a request, whose second record may have to be `refused`. Whether there was anything to report. */
async function judgeResults(
  context: Context,
  resulting: ResultingBatch,
  draft: Draft,
  refused: RefusedItem | undefined,
): Promise<boolean> {
  const { path, told, count } = resulting
  const answer = await context.send(draft, 'valid')
  const results = isSuccess(answer.status) ? memberAt(jsonOf(answer), path) : undefined
  if (!isArray(results) || !results.every(isJsonObject) || answer.status === 202)
    throw inconclusive(`The request was answered with ${String(answer.status)}.`)
  const items = itemsIn(resulting, draft)
  const number = count === undefined ? undefined : memberAt(jsonOf(answer), [count])
  const evidence = {
    sent: items.length,
    results: results.map((each) => ({
      place:
        told.place !== undefined && typeof each[told.place] === 'number'
          ? Number(each[told.place])
          : undefined,
      isSuccess: tellsSuccess(each[told.status]),
    })),
    first: countsFrom(draft.operation),
    count: typeof number === 'number' ? { source: count ?? '', told: number } : undefined,
  }
  if (refused && results.length === items.length && evidence.results[1]?.isSuccess) {
    const { cause, title, pointer: forbiddenBy } = refused
    return context.judge(invalidRefused, { answer, cause, title, forbiddenBy, severity: 'error' }, { answer })
  }
  if (context.judge(batchResults, evidence, { answer })) return true
  for (const [index, result] of results.entries())
    if (
      evidence.results[index]?.isSuccess &&
      (await isLost(context, resulting, answer, { result, item: items[index] }))
    )
      return true
  return false
}

/** Reports a record that was created by what its result tells, but cannot be read as it was sent. */
async function isLost(
  context: Context,
  { batch: { resource, recordPath = [] }, told }: ResultingBatch,
  answer: Answer,
  { result, item }: { readonly result: JsonObject; readonly item: Json | undefined },
): Promise<boolean> {
  const { api } = context
  const id = result[told.id]
  const record = item === undefined ? undefined : memberAt(item, recordPath)
  const read = operationFor(api, resource, 'read')
  if (!isId(id) || !isJsonObject(record) || !read || !isTrusted(context.run, read.operation)) return false
  const created = context.run.records.add({ ...fixtureAt(resource.name, [id]), creation: answer })
  const seen = await readItem(context, resource, created)
  if (!seen) return false
  const known = Object.entries(record).filter(
    ([name, value]) => value !== null && name !== resource.idProperty,
  )
  const sent = withoutWriteOnly(api.document, resource.record, Object.fromEntries(known))
  return context.judge(createdReadable, readBack(api, resource, sent, seen), {
    answer: seen.answer,
    operation: answer.draft.operation,
    after: [answer],
  })
}

/** Whether a result says that its record was accepted: by a status, a flag or a word. */
const tellsSuccess = (status: Json | undefined): boolean =>
  status === true ||
  (typeof status === 'number' && isSuccess(status)) ||
  (typeof status === 'string' && /^(?:2\d\d|ok|success|succeeded|created|done|accepted)$/i.test(status))

/** Where the document says that results count the records from. */
function countsFrom(operation: Operation): number | undefined {
  const text = sentencesOf(operation).join(' ')
  if (/ (?:from 0|from zero|zero based|0 based) /.test(text)) return 0
  return / (?:from 1|from one|one based|1 based) /.test(text) ? 1 : undefined
}
