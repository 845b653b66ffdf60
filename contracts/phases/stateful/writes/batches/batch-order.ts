import type { Operation } from '../../../../../spec/document.ts'
import { keepsRequestOrder } from '../../../../../spec/inference/lists/request-order.ts'
import { isArray, isJsonObject, memberAt, type Json, type JsonObject } from '../../../../../spec/json.ts'
import { toPointer } from '../../../../../spec/json/pointer.ts'
import type { BatchOperation } from '../../../../../spec/resources.ts'
import { isSuccess, jsonOf } from '../../../../answer.ts'
import { idIn, sameId } from '../../../../answers/answer-records.ts'
import { operationFor, recordProperties, type Api } from '../../../../api/api.ts'
import { acceptedDraft } from '../../../../attempts/accepted-request.ts'
import { listOrder } from '../../../../checks/list-order.ts'
import { inconclusive, type Context } from '../../../../context.ts'
import { bodyValue, textOfId, withBody, withValueAt } from '../../../../draft.ts'
import type { Answer, Draft, Fixture } from '../../../../interaction.ts'
import { templatesOf } from '../../../../requests/templates.ts'
import { isValid } from '../../../../requests/validity.ts'
import { naming } from './batch-update.ts'

/** The batch of an operation that shows records in the order of the request, as the document says. */
export function orderedBatchOf({ model }: Api, operation: Operation): BatchOperation | undefined {
  const batch = model.batches.get(operation.id)
  const isReadable = batch?.responsePath && (batch.recordPath === undefined || batch.effect === 'create')
  return isReadable && keepsRequestOrder(operation) ? batch : undefined
}

/** A request about two records, and where in it each record of a response is. */
interface Ordered {
  readonly draft: Draft
  readonly after: readonly Answer[]
  positionOf(record: JsonObject): number
}

/** Sends requests about two records in both orders: the response has to show them in that of the request. */
export async function judgeBatchOrder(context: Context, operation: Operation): Promise<void> {
  const batch = orderedBatchOf(context.api, operation)
  if (!batch) return
  for (const isReversed of [true, false]) {
    const request = await (batch.recordPath ? creating : listing)(context, operation, batch, isReversed)
    if (!request || !isValid(context.api, request.draft))
      throw inconclusive('No request about two records can be made.')
    const answer = await context.send(request.draft, 'valid', { after: request.after })
    const shown = isSuccess(answer.status) ? memberAt(jsonOf(answer), batch.responsePath ?? []) : undefined
    const records = isArray(shown) ? shown.filter((each) => isJsonObject(each)) : []
    const positions = records.map((each) => request.positionOf(each))
    // Anything else than the two records tells nothing of their order.
    if (positions.length !== 2 || positions.includes(-1)) continue
    const evidence = {
      parameter: '',
      order: 'that of the request',
      property: 'the position in the request',
      descending: false,
      values: positions,
      describedAt: operation.pointer,
    }
    if (context.judge(listOrder, evidence, { answer, after: request.after })) return
  }
}

/** A request that need not have been accepted: the records in it are replaced. */
async function anyRequest(context: Context, operation: Operation): Promise<Draft | undefined> {
  const [template] = templatesOf(context.api, operation)
  return template && context.instantiate(operation, template)
}

/** A request with the ids of two new records. */
async function listing(
  context: Context,
  operation: Operation,
  batch: BatchOperation,
  isReversed: boolean,
): Promise<Ordered | undefined> {
  const { resource, parameter } = batch
  const made: Fixture[] = []
  for (const _ of [1, 2]) {
    const record = await context.fixture(resource, { fresh: true })
    if (record?.creation) made.push(record)
  }
  const draft = await anyRequest(context, operation)
  if (!draft || made.length < 2) return undefined
  const records = isReversed ? made.toReversed() : made
  const ids = records.map(({ id }) => id)
  return {
    draft:
      parameter === undefined
        ? naming(batch, draft, records)
        : { ...draft, query: { ...draft.query, [parameter]: ids } },
    after: made.flatMap(({ creation }) => creation ?? []),
    positionOf: (record) => ids.findIndex((id) => sameId(id, idIn(record, resource))),
  }
}

/** A request that creates two records, which differ in a text, as the operation that creates one record takes them. */
async function creating(
  context: Context,
  operation: Operation,
  { resource, path, recordPath = [] }: BatchOperation,
  isReversed: boolean,
): Promise<Ordered | undefined> {
  const single = operationFor(context.api, resource, 'create')
  const draft = await anyRequest(context, operation)
  if (!single || !draft) return undefined
  const made: JsonObject[] = []
  for (const _ of [1, 2]) {
    const record = memberAt(
      bodyValue(await acceptedDraft(context, single.operation)),
      single.role.requestPath,
    )
    if (isJsonObject(record)) made.push(record)
  }
  const properties = recordProperties(context.api, resource)
  const [first = {}, second = {}] = made
  const name = Object.keys(first).find(
    (each) => properties.has(each) && typeof first[each] === 'string' && first[each] !== second[each],
  )
  if (name === undefined || typeof second[name] !== 'string') return undefined
  // In descending order, then in ascending order: no other order of the server is that of both requests.
  const sorted = made.toSorted((a, b) => (textOfId(a[name] ?? null) < textOfId(b[name] ?? null) ? -1 : 1))
  const sent = isReversed ? sorted.toReversed() : sorted
  const items = sent.map((record) => recordPath.reduceRight<Json>((value, key) => ({ [key]: value }), record))
  const body = withValueAt(bodyValue(draft) ?? null, toPointer(path), items)
  const texts = sent.map((record) => record[name])
  return body === undefined
    ? undefined
    : {
        draft: withBody(draft, body),
        after: [],
        positionOf: ({ [name]: text }) => (text === undefined ? -1 : texts.indexOf(text)),
      }
}
