import { responseFor, type Document, type Operation } from '../../../../spec/document.ts'
import { responseSchema } from '../../../../spec/inference/bodies/content.ts'
import { wordsOf } from '../../../../spec/inference/prose/words.ts'
import { isSameSchema } from '../../../../spec/inference/schemas/similarity.ts'
import { isArray, isJsonObject, memberAt, type Json, type JsonObject } from '../../../../spec/json.ts'
import { jsonSent, type RequestValues } from '../../../../spec/request.ts'
import type { BatchOperation, Resource, ResourceOperation } from '../../../../spec/resources.ts'
import { itemOf, possiblePropertiesOf } from '../../../../spec/schemas/properties.ts'
import { typesOf } from '../../../../spec/schemas/types.ts'
import { perObject } from '../../../../spec/util/memo.ts'
import { separated } from '../../../../spec/util/separated.ts'
import { ok, type Behaviour, type Outcome, type Refused } from '../../../behaviour.ts'
import { canRefuse } from '../../../http/declared-status.ts'
import { declares } from '../../../http/declares.ts'
import { after, type MaybePromise } from '../../../maybe-promise.ts'
import { declaredStatus } from '../../declared-status.ts'
import type { BehaviourOf, Endpoint, Handler, RequestContext } from '../../endpoint.ts'
import { idOf, notFound } from '../../identity/identity.ts'
import { withMember } from '../../member.ts'
import { existing } from '../../records/existing.ts'
import { unknownReference } from '../../refusals/unknown-reference.ts'
import { removeRecord } from '../delete.ts'
import { write } from '../writes.ts'
import { batchReportOf, reported, type BatchReport, type ItemOutcome } from './batch-report.ts'
import { withCount } from './whole-list.ts'

/**
 * Creates, changes, deletes or reads the records that a request lists, each as the operation on a single record does. If one of them
 * is refused, so is the whole request, unless the response tells of each.
 */
export function batchBehaviour(
  batch: BatchOperation,
  operationId: string,
  behaviourOf: BehaviourOf,
): Behaviour {
  const { resource, scope, responsePath, status } = batch
  const shown: ResourceOperation = {
    role: 'list',
    operationId,
    idParameter: undefined,
    scope,
    within: [],
    requestPath: [],
    responsePath,
    status,
  }
  const single = batch.action ??
    singleOperation(batch) ?? { ...shown, role: batch.effect, responsePath: undefined }
  return behaviourOf({ resource, operation: shown }, (endpoint, context) => {
    const perform = behaviourOf({ resource, operation: single }, performAll(batch, endpoint))
    return after(perform(context), (outcome) => {
      if (outcome.kind === 'refused') return outcome
      const { records, missing, outcomes } = outcome.body as unknown as Performed
      const report = reportOf(endpoint)
      if (report) return presentReport(endpoint, context, report, outcomes)
      const missingName = missingNameIn(endpoint.options.document, endpoint.declared)
      return after(presentAll(endpoint, context, records), (shown) =>
        missingName === undefined ? shown : withMissing(endpoint, shown, missingName, missing),
      )
    })
  })
}

/** The operation that does the same to one record. */
function singleOperation({ resource, effect }: BatchOperation): ResourceOperation | undefined {
  const role = (wanted: string): ResourceOperation | undefined =>
    resource.operations.find((operation) => operation.role === wanted && operation.within.length === 0)
  return role(effect) ?? (effect === 'update' ? role('replace') : undefined)
}

/** The records of a batch, the ids that no record has, and, if the response reports it, what became of each. */
interface Performed {
  readonly records: readonly JsonObject[]
  readonly missing: readonly Json[]
  readonly outcomes: readonly ItemOutcome[]
}

const reportOf = perObject(({ options, declared, resource }: Endpoint) =>
  batchReportOf(options.document, declared, resource),
)

/** Responds with what became of each record. */
function presentReport(
  { options, declared, operation }: Endpoint,
  { next }: RequestContext,
  report: BatchReport,
  outcomes: readonly ItemOutcome[],
): MaybePromise<Outcome> {
  return after(next(), (generated) => {
    if (generated.kind === 'refused') return generated
    const schema = responseSchema(declared)
    const body = reported(generated.body, report, outcomes)
    const isValid = schema && options.validator.of(schema, 'response').accepts(body)
    return { ...generated, status: operation.status, ...(isValid && { body }) }
  })
}

/** The property of the response with the ids that no record has: `not_found_ids`. */
function missingNameIn(document: Document, declared: Operation): string | undefined {
  const body = responseSchema(declared)
  return [...(body ? possiblePropertiesOf(document, body) : [])].find(
    ([name, node]) =>
      /^(?:not found|missing|unknown)(?: \w+)?$/.test(wordsOf(name).join(' ')) &&
      typesOf(document, node).has('array') &&
      !typesOf(document, itemOf(document, node)).has('object'),
  )?.[0]
}

function withMissing(
  { options, declared }: Endpoint,
  outcome: Outcome,
  name: string,
  missing: readonly Json[],
): Outcome {
  const schema = responseSchema(declared)
  if (outcome.kind === 'refused' || !schema || !isJsonObject(outcome.body)) return outcome
  const body = { ...outcome.body, [name]: missing }
  return options.validator.of(schema, 'response').accepts(body) ? { ...outcome, body } : outcome
}

/** Performs a batch as a handler of the single operation. The body of its outcome is what it {@link Performed}. */
function performAll(batch: BatchOperation, shown: Endpoint): Handler {
  const { declared } = shown
  return async (endpoint, context) => {
    const { resource, operation, options } = endpoint
    const checkReferences = unknownReference({ ...endpoint, declared })
    const flatten = resource.nesting && options.flattening?.requestFlattener(operation, resource.nesting)
    const records: JsonObject[] = []
    const missing: Json[] = []
    const outcomes: ItemOutcome[] = []
    const isReported = reportOf(shown) !== undefined
    const isMissingTold = missingNameIn(options.document, declared) !== undefined
    for (const item of itemsSent(batch, context.request)) {
      const request = requestForOne(batch, operation, context.request, item)
      const one = { ...context, request: flatten?.(request) ?? request }
      const outcome =
        (await checkReferences?.(one)) ?? (await performOne(batch, endpoint, one, item, records))
      outcomes.push(itemOutcome(endpoint, outcome, item, records))
      if (outcome.kind === 'ok' || isReported) continue
      const isIgnored =
        outcome.status === 404 &&
        !(batch.effect === 'delete' ? declares(declared, 404) : canRefuse(declared, outcome)) &&
        !saysMissing(declared)
      if (outcome.status === 404) missing.push(item)
      if (!isIgnored && !(outcome.status === 404 && isMissingTold)) return asDeclared(declared, outcome)
    }
    const performed: Performed = { records, missing, outcomes }
    return ok(batch.status, performed as unknown as Json)
  }
}

/** What became of one record, as the response to a single request for it shows it. */
function itemOutcome(
  { resource: { idProperty = 'id' }, operation }: Endpoint,
  outcome: Outcome,
  item: Json,
  records: readonly JsonObject[],
): ItemOutcome {
  const { status } = outcome
  if (outcome.kind === 'refused')
    return {
      id: idOf(isJsonObject(item) ? item[idProperty] : item),
      record: undefined,
      refused: outcome,
      status,
    }
  const shown = operation.responsePath && memberAt(outcome.body, operation.responsePath)
  const record = isJsonObject(shown) ? shown : records.at(-1)
  return { id: idOf(isJsonObject(item) ? record?.[idProperty] : item), record, refused: undefined, status }
}

/** A refusal of one record with a status that the batch declares. */
function asDeclared(declared: Operation, refused: Refused): Refused {
  const status = declaredStatus(declared, [refused.status, 422, 409, 400]) ?? refused.status
  return { ...refused, status }
}

/** Performs the batch on one record, and adds it to those that the response shows. */
async function performOne(
  { effect, action, resource }: BatchOperation,
  endpoint: Endpoint,
  context: RequestContext,
  item: Json,
  records: JsonObject[],
): Promise<Outcome> {
  if (effect === 'create' || effect === 'update') {
    const put: RequestContext['records']['put'] = (id, record) => {
      records.push(record)
      return context.records.put(id, record)
    }
    return write(action ? 'action' : addsExisting(effect, resource, item) ? 'put' : effect, endpoint, {
      ...context,
      records: { ...context.records, put },
    })
  }
  const id = idOf(isJsonObject(item) ? item[resource.idProperty ?? ''] : item) ?? ''
  const record = await existing(endpoint, context, id)
  if (!record) return notFound(resource, id)
  const removed = effect === 'delete' ? await removeRecord(endpoint, context, id, record) : { record }
  if ('kind' in removed) return removed
  records.push(removed.record)
  return ok(200)
}

/** Whether an item is a record of another collection that is only added to this list: the roles of a user. */
const addsExisting = (
  effect: BatchOperation['effect'],
  { operations, idProperty }: Resource,
  item: Json,
): boolean =>
  effect === 'create' &&
  operations.every(({ role }) => role === 'list') &&
  isJsonObject(item) &&
  idOf(item[idProperty ?? '']) !== undefined

function itemsSent(batch: BatchOperation, request: RequestValues): readonly Json[] {
  const sent = idsInQuery(batch, request) ?? memberAt(jsonSent(request), batch.path)
  if (typeof sent === 'string' && sent !== '') return separated(sent)
  return sent !== undefined && isArray(sent) ? sent : []
}

const idsInQuery = ({ parameter }: BatchOperation, { query }: RequestValues): Json | undefined =>
  parameter === undefined ? undefined : query[parameter]

/** Whether the whole request is refused if one of the records does not exist, as the document says. */
const saysMissing = ({ description = '', responses }: Operation): boolean =>
  /\b(?:not exist|unknown|not found)\b[^.]*\b4(?:04|00|09|22)\b/i.test(description) ||
  responses.some(
    ({ status, description: told }) =>
      /^4(?:00|09|22)$/.test(status) && /\b(?:not exist|unknown|not found)\b/i.test(told),
  )

/** The request that would do the same to one record only. What stands beside the record in an item becomes a parameter. */
function requestForOne(
  batch: BatchOperation,
  single: ResourceOperation,
  request: RequestValues,
  item: Json,
): RequestValues {
  const { resource, scope, idName } = batch
  const recordPath = idsInQuery(batch, request) === undefined ? batch.recordPath : undefined
  const listed = recordPath ? memberAt(item, recordPath) : sharedChanges(batch, request)
  const id = idOf(recordPath ? memberAt(listed, [idName ?? resource.idProperty ?? '']) : item)
  const record = idName === undefined ? listed : without(listed, idName)
  const beside = recordPath?.length === 1 && isJsonObject(item) ? item : {}
  return {
    ...request,
    path: {
      ...request.path,
      ...Object.fromEntries(
        single.scope.map((name, index) => [name, request.path[scope[index] ?? ''] ?? '']),
      ),
      ...(single.idParameter !== undefined && id !== undefined && { [single.idParameter]: id }),
    },
    query: { ...request.query, ...beside },
    body: record === undefined ? undefined : withMember({}, { path: single.requestPath, value: record }),
  }
}

const without = (record: Json | undefined, name: string): Json | undefined =>
  isJsonObject(record) ? Object.fromEntries(Object.entries(record).filter(([each]) => each !== name)) : record

/** The changes that a request with a list of ids has for all of them. */
function sharedChanges(batch: BatchOperation, request: RequestValues): Json | undefined {
  const { path, action } = batch
  const { sharedPath = batch.changesPath ?? (action && []) } = batch
  const changes = sharedPath && memberAt(jsonSent(request), sharedPath)
  if (!isJsonObject(changes) || sharedPath?.length !== 0) return changes
  return Object.fromEntries(Object.entries(changes).filter(([name]) => name !== path[0]))
}

/** Whether the response is a record. */
const showsOne = perObject(({ options: { document }, declared, resource }: Endpoint): boolean => {
  const body = responseSchema(declared)
  return body !== undefined && isSameSchema(document, body, resource.record)
})

/** Responds with the records, with the last of them if it shows one only, or with their number. */
function presentAll(
  endpoint: Endpoint,
  context: RequestContext,
  records: readonly JsonObject[],
): MaybePromise<Outcome> {
  const { presenter, operation, declared, resource, options } = endpoint
  const { validator } = options
  if ((responseFor(declared, operation.status)?.content ?? []).length === 0) return ok(operation.status)
  const last = records.at(-1)
  if (last && showsOne(endpoint) && validator.of(resource.record, 'response').accepts(last))
    return ok(operation.status, last)
  const body = operation.responsePath === undefined ? undefined : presenter?.many(records, [])
  return after(body, (shown) =>
    shown === undefined
      ? after(context.next(), (outcome) => withCount(endpoint, outcome, records.length))
      : withCount(endpoint, ok(operation.status, shown), records.length),
  )
}
