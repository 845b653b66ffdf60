import type { Operation, SchemaNode } from '../../../../../spec/document.ts'
import { isAllOrNone } from '../../../../../spec/inference/all-or-none.ts'
import { isArray, isJsonObject, memberAt, type JsonObject } from '../../../../../spec/json.ts'
import { escapeToken, toPointer } from '../../../../../spec/json/pointer.ts'
import type { BatchOperation } from '../../../../../spec/resources.ts'
import { itemsOf, possiblePropertiesOf, propertyAt } from '../../../../../spec/schemas/properties.ts'
import { enumValues, typesOf } from '../../../../../spec/schemas/types.ts'
import { withoutWriteOnly } from '../../../../../spec/schemas/write-only.ts'
import { isSuccess, jsonOf } from '../../../../answer.ts'
import { idIn } from '../../../../answers/answer-records.ts'
import { bodySchema, operationFor, type Api } from '../../../../api/api.ts'
import { keywordsOf } from '../../../../api/keywords.ts'
import { accepted } from '../../../../attempts/accepted-request.ts'
import { createdReadable } from '../../../../checks/created-readable.ts'
import { inconclusive, isTrusted, type Context } from '../../../../context.ts'
import { bodyValue, fixtureAt, withBody, withValueAt } from '../../../../draft.ts'
import type { Answer } from '../../../../interaction.ts'
import { isAsSent, readBack } from '../../../../records/as-sent.ts'
import { readItem } from '../../../../records/read-record.ts'
import { isValid } from '../../../../requests/validity.ts'
import { judgeBatchRefusals, type Two } from './batch-refusals.ts'

/** The batch of an operation that creates several records and responds with them. */
export function creatingBatchOf({ model }: Api, { id }: Operation): BatchOperation | undefined {
  const batch = model.batches.get(id)
  const isShown =
    batch?.effect === 'create' && batch.recordPath !== undefined && batch.responsePath !== undefined
  return isShown && batch.resource.scope.length === 0 ? batch : undefined
}

/** Creates two records with one request: the response has to show both as they were sent, and so must later reads. */
export async function judgeBatchCreation(context: Context, operation: Operation): Promise<void> {
  const batch = creatingBatchOf(context.api, operation)
  const request = batch && (await forTwo(context, operation, batch))
  if (!batch || !request) throw inconclusive('No request for two records can be made.')
  const answer = await context.send(request.draft, 'valid')
  const shown = isSuccess(answer.status) ? memberAt(jsonOf(answer), batch.responsePath ?? []) : undefined
  if (!isArray(shown) || answer.status === 202 || answer.status === 207)
    throw inconclusive(`The request was answered with ${String(answer.status)}.`)
  const records = shown.filter((each) => isJsonObject(each))
  const key = keyOf(batch, request.sent, records)
  if (key === undefined) return
  for (const sent of request.sent) {
    const record = records.find((each) => each[key] === sent[key])
    if (!record && !isAllOrNone(operation)) continue
    if (await judgeOne(context, batch, { sent, record, answer })) return
  }
  const isKnownByKey = key === batch.resource.idProperty
  await judgeBatchRefusals(context, batch, { ...request, answer, isKnownByKey }, () =>
    forTwo(context, operation, batch),
  )
}

/** An accepted request with its first record twice, each time with other values. */
export async function forTwo(
  context: Context,
  operation: Operation,
  { path, recordPath = [] }: BatchOperation,
): Promise<Two | undefined> {
  const { template } = await accepted(context, operation)
  const draft = await context.instantiate(operation, template, { fresh: true })
  const list = memberAt(bodyValue(draft), path)
  const [item] = isArray(list) ? list : []
  const record = item === undefined ? undefined : memberAt(item, recordPath)
  if (item === undefined || !isJsonObject(record)) return undefined
  const place = toPointer([...path, 0, ...recordPath])
  const bound = draft.bindings.flatMap(({ at }) =>
    at.startsWith(`${place}/`) ? [at.slice(place.length)] : [],
  )
  const sent = [true, false].map((flag) =>
    withOtherValues(context, operation, [path, recordPath], record, { bound, flag }),
  )
  const within = toPointer(recordPath)
  const items = sent.map((each) => (within === '' ? each : (withValueAt(item, within, each) ?? item)))
  const body = withValueAt(bodyValue(draft) ?? null, toPointer(path), items)
  const two = body === undefined ? undefined : withBody(draft, body)
  return two && isValid(context.api, two) ? { draft: two, sent } : undefined
}

/** The record with new strings, which may have to be unique, and with all its flags set or unset; references and enumerations stay. */
function withOtherValues(
  context: Context,
  operation: Operation,
  [path, recordPath]: readonly [readonly string[], readonly string[]],
  record: JsonObject,
  { bound, flag }: { readonly bound: readonly string[]; readonly flag: boolean },
): JsonObject {
  const { api } = context
  const { document } = api
  const body = bodySchema(operation)
  const list = body && propertyAt(document, body, path)
  const items = list && itemsOf(document, list)
  const schema = items && propertyAt(document, items, recordPath)
  const properties = schema ? possiblePropertiesOf(document, schema) : new Map<string, SchemaNode>()
  const seed = Number.parseInt(context.unique(), 36)
  const flags = [...properties].flatMap(([name, node]) =>
    typesOf(document, node).has('boolean') && keywordsOf(api, node).get('readOnly') !== true ? [name] : [],
  )
  const texts = Object.entries(record).flatMap(([name, value]) => {
    const node = properties.get(name)
    const isFree = node && enumValues(document, node).length === 0 && !bound.includes(`/${escapeToken(name)}`)
    const other = isFree && typeof value === 'string' ? api.generator.valid(node, 'request', seed) : value
    return typeof other === 'string' ? [[name, other] as const] : []
  })
  return { ...record, ...Object.fromEntries(texts), ...Object.fromEntries(flags.map((name) => [name, flag])) }
}

/** A property by which the records of the response can be told apart as they were sent: their id, or else another one. */
function keyOf(
  { resource }: BatchOperation,
  [first = {}, second = {}]: readonly JsonObject[],
  records: readonly JsonObject[],
): string | undefined {
  const names = Object.keys(first).toSorted(
    (a, b) => Number(b === resource.idProperty) - Number(a === resource.idProperty),
  )
  return names.find((name) => {
    const [one, other] = [first[name], second[name]]
    const isText = typeof one === 'string' && typeof other === 'string' && one !== other
    return isText && records.some((each) => each[name] === one || each[name] === other)
  })
}

interface Created {
  readonly sent: JsonObject
  readonly record: JsonObject | undefined
  readonly answer: Answer
}

/** Judges a record in the response, then the same record as it is read. Whether there was anything to report. */
async function judgeOne(
  context: Context,
  { resource }: BatchOperation,
  { sent: said, record, answer }: Created,
): Promise<boolean> {
  const { api } = context
  // The server may assign the id.
  const known = Object.entries(said).filter(([name, value]) => value !== null && name !== resource.idProperty)
  const sent = withoutWriteOnly(api.document, resource.record, Object.fromEntries(known))
  const evidence = readBack(api, resource, sent, { answer, record })
  if (context.judge(createdReadable, evidence, { answer })) return true
  const read = operationFor(api, resource, 'read')
  const id = record && idIn(record, resource)
  if (!read || id === undefined || !isTrusted(context.run, read.operation)) return false
  const created = context.run.records.add({ ...fixtureAt(resource.name, [id]), record, creation: answer })
  const seen = await readItem(context, resource, created)
  if (!seen || isAsSent(api, resource, sent, seen.record)) return false
  return context.judge(createdReadable, readBack(api, resource, sent, seen), {
    answer: seen.answer,
    operation: answer.draft.operation,
    after: [answer],
  })
}
