import type { Operation } from '../../../spec/document.ts'
import { requestSchema, statusOf, successResponse } from '../../../spec/inference/bodies/content.ts'
import { listedRecords } from '../../../spec/inference/bodies/listed-records.ts'
import { isArray, isJsonObject, type Json, type JsonObject } from '../../../spec/json.ts'
import { jsonSent } from '../../../spec/request.ts'
import type { ResourceOperation } from '../../../spec/resources.ts'
import { pathAbove } from '../../../spec/routing/path-template.ts'
import { itemsOf, possiblePropertiesOf } from '../../../spec/schemas/properties.ts'
import { typesOf } from '../../../spec/schemas/types.ts'
import { ok, type Behaviour, type Outcome } from '../../behaviour.ts'
import { declaredStatus } from '../declared-status.ts'
import type { BehaviourOf, Endpoint, RequestContext } from '../endpoint.ts'
import { idOf, notFound } from '../identity/identity.ts'
import { numberingOf } from '../identity/numbering.ts'
import { list } from '../lists/list.ts'
import { queryOf } from '../lists/paging/page-query.ts'
import type { CrudOptions } from '../options.ts'

/** The behaviour of a write that takes the ids of a list's records in their new order: `PUT /employees/{id}/goals/order`. */
export function orderBehaviour(
  options: CrudOptions,
  operation: Operation,
  behaviourOf: BehaviourOf,
): Behaviour | undefined {
  const { model, document } = options
  const path = pathAbove(operation.path)
  const isListed = ({ role, operationId }: ResourceOperation): boolean =>
    role === 'list' && options.byId.get(operationId)?.path === path
  const resource = model.resources.find(({ operations }) => operations.some(isListed))
  const listed = resource?.operations.find(isListed)
  if (!resource || !listed || !numberingOf(options, resource) || !takesIds(options, operation))
    return undefined
  const responsePath = listedRecords(document, operation, resource)?.path
  const status = statusOf(successResponse(operation))
  return behaviourOf(
    { resource, operation: { ...listed, operationId: operation.id, responsePath, status } },
    reorder,
  )
}

/** Whether the body is a list of ids, or has nothing else. */
function takesIds({ document }: CrudOptions, operation: Operation): boolean {
  const body = requestSchema(operation)
  const [only, ...others] = body ? [...possiblePropertiesOf(document, body).values()] : []
  const ids = others.length > 0 ? undefined : (only ?? body)
  const item = ids && typesOf(document, ids).has('array') ? itemsOf(document, ids) : undefined
  return item !== undefined && !typesOf(document, item).has('object')
}

/** Numbers the records of the list in the order of the ids; those that are not named follow in the order they had. */
async function reorder(endpoint: Endpoint, context: RequestContext): Promise<Outcome> {
  const { resource, operation, options, pageSize } = endpoint
  const positions = numberingOf(options, resource)
  const sent = jsonSent(context.request)
  const given = isJsonObject(sent) ? Object.values(sent)[0] : sent
  if (!positions || given === undefined || !isArray(given)) return context.next()
  const { property, first } = positions
  const { where } = queryOf(resource, operation, context.request, pageSize)
  const { items } = await context.records.list({ ...(where && { where }) })
  const wanted = new Map(given.map((id, index) => [String(idOf(id)), index]))
  const { idProperty = '' } = resource
  const known = new Set(items.map((item) => String(idOf(item[idProperty]))))
  const unknown = given.map(idOf).find((id) => id !== undefined && !known.has(String(id)))
  const status = declaredStatus(endpoint.declared, [422, 400, 409, 404])
  if (unknown !== undefined && status !== undefined) return { ...notFound(resource, unknown), status }
  const placeOf = (record: JsonObject): number => wanted.get(String(idOf(record[idProperty]))) ?? given.length
  const numberOf = (value: Json | undefined): number => (typeof value === 'number' ? value : 0)
  const sorted = items.toSorted(
    (one, other) => placeOf(one) - placeOf(other) || numberOf(one[property]) - numberOf(other[property]),
  )
  for (const [index, record] of sorted.entries()) {
    const id = idOf(record[idProperty])
    if (id !== undefined && record[property] !== first + index)
      await context.records.put(id, { ...record, [property]: first + index })
  }
  return operation.status === 204 ? ok(204) : list(endpoint, context)
}
