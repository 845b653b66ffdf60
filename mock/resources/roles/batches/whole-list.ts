import type { Document, SchemaNode } from '../../../../spec/document.ts'
import { conditionsOf } from '../../../../spec/inference/lists/conditions.ts'
import { textSearchesOf } from '../../../../spec/inference/lists/text-search.ts'
import { isJsonObject, type JsonObject } from '../../../../spec/json.ts'
import { jsonSent } from '../../../../spec/request.ts'
import { possiblePropertiesOf } from '../../../../spec/schemas/properties.ts'
import { isNumeric, typesOf } from '../../../../spec/schemas/types.ts'
import type { Outcome } from '../../../behaviour.ts'
import type { Id, Page } from '../../../store/store.ts'
import type { Endpoint, RequestContext } from '../../endpoint.ts'
import { idOf } from '../../identity/identity.ts'
import { applyQuery, selectorsOf } from '../../lists/apply-query.ts'
import { queryOf } from '../../lists/paging/page-query.ts'
import { deletedRecords } from '../../records/existing.ts'
import { mediaOf } from '../../responses/success-media.ts'
import { removeRecord } from '../delete.ts'
import { nothingRemoved, save } from '../save.ts'

/** Counts, changes or deletes the records of a list that its query selects: `GET /todos/count`, `DELETE /todos`. */
export async function handleWholeList(endpoint: Endpoint, context: RequestContext): Promise<Outcome> {
  const { method } = endpoint.declared
  if (hasOtherInput(endpoint, context)) return context.next()
  const { items, total } = await selectedRecords(endpoint, context, method === 'GET' ? 0 : undefined)
  const { idProperty = '' } = endpoint.resource
  for (const record of items) {
    const id = idOf(record[idProperty])
    if (id === undefined) continue
    const change = method === 'DELETE' ? removeRecord : changeRecord
    const changed = await change(endpoint, context, id, record)
    if (changed && 'kind' in changed) return changed
  }
  return withCount(endpoint, await context.next(), total)
}

/** Changes a record by the properties in the body, which are the same for all that the query selects. */
async function changeRecord(
  endpoint: Endpoint,
  context: RequestContext,
  id: Id,
  before: JsonObject,
): Promise<undefined> {
  const body = jsonSent(context.request)
  if (!isJsonObject(body)) return
  await save(endpoint, context, { id, sent: body, before, removed: nothingRemoved })
}

/** Whether the request contains anything that is not known to select records. */
function hasOtherInput(endpoint: Endpoint, { request }: RequestContext): boolean {
  const { resource, declared, options } = endpoint
  const selectors = selectorsOf(endpoint)
  const names = new Set([
    ...resource.filters.map(({ parameter }) => parameter),
    ...conditionsOf(options.document, declared, resource).map(({ parameter }) => parameter.name),
    ...selectors,
    ...textSearchesOf(options.document, declared, resource).map(({ parameter }) => parameter),
  ])
  const isChange = declared.method === 'PATCH'
  if (isChange && selectors.length === 0) return true
  return (
    isChange !== (request.body !== undefined) || Object.keys(request.query).some((name) => !names.has(name))
  )
}

/** The records of a list that its query selects. */
export async function selectedRecords(
  endpoint: Endpoint,
  context: RequestContext,
  limit?: number,
): Promise<Page> {
  const { resource, operation, pageSize } = endpoint
  const { request, records } = context
  const matching = applyQuery(endpoint, request.query, records, deletedRecords(resource, context))
  const { where } = queryOf(resource, operation, request, pageSize)
  return matching.list({ ...(where && { where }), ...(limit !== undefined && { limit }) })
}

/** Sets the count in the response, if its schema is a number or has exactly one numeric property. */
export function withCount({ declared, options }: Endpoint, outcome: Outcome, count: number): Outcome {
  const { document } = options
  if (outcome.kind === 'ok' && typeof outcome.body === 'number') return { ...outcome, body: count }
  const schema = outcome.kind === 'ok' ? mediaOf(declared, outcome.status)?.schema : undefined
  if (outcome.kind !== 'ok' || !schema) return outcome
  const [name, ...others] = [...possiblePropertiesOf(document, schema)].flatMap(([property, node]) =>
    isNumber(document, node) ? [property] : [],
  )
  if (name === undefined || others.length > 0 || !isJsonObject(outcome.body)) return outcome
  return { ...outcome, body: { ...outcome.body, [name]: count } }
}

const isNumber = (document: Document, node: SchemaNode): boolean => isNumeric(typesOf(document, node))
