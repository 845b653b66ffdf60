import type { Operation } from '../../../../spec/document.ts'
import { responseSchema } from '../../../../spec/inference/bodies/content.ts'
import { findRecord } from '../../../../spec/inference/bodies/envelope.ts'
import { listedRecords } from '../../../../spec/inference/bodies/listed-records.ts'
import { orderByAge } from '../../../../spec/inference/lists/described-order.ts'
import { filtersOf } from '../../../../spec/inference/lists/filters.ts'
import { itemNamesOf } from '../../../../spec/inference/lists/item-names.ts'
import { normalizeName } from '../../../../spec/inference/prose/words.ts'
import { resourceNoun } from '../../../../spec/inference/references/names.ts'
import { isSameSchema } from '../../../../spec/inference/schemas/similarity.ts'
import type { JsonObject } from '../../../../spec/json.ts'
import { shownRecord, type Resource, type ResourceOperation } from '../../../../spec/resources.ts'
import {
  endsInParameter,
  lastPart,
  parameterNames,
  pathAbove,
} from '../../../../spec/routing/path-template.ts'
import { possiblePropertiesOf } from '../../../../spec/schemas/properties.ts'
import { typesOf } from '../../../../spec/schemas/types.ts'
import { refuse, type Behaviour } from '../../../behaviour.ts'
import { after } from '../../../maybe-promise.ts'
import type { BehaviourOf, Handler } from '../../endpoint.ts'
import { nounOf } from '../../identity/identity.ts'
import { ordered } from '../../lists/filters/compare-values.ts'
import { queryOf } from '../../lists/paging/page-query.ts'
import { loadedOnce } from '../../loaded-once.ts'
import type { CrudOptions, RoleEntry } from '../../options.ts'
import { present } from '../../responses/record-response.ts'

/**
 * The behaviour of a GET that reads records otherwise than by an id: the latest of a list, the one with another key, or those with objects
 * of certain names.
 */
export const otherReadBehaviour = (
  options: CrudOptions,
  operation: Operation,
  behaviourOf: BehaviourOf,
): Behaviour | undefined =>
  endsInParameter(operation.path)
    ? (readByKey(options, operation, behaviourOf) ?? viewByKey(options, operation))
    : (readLatest(options, operation, behaviourOf) ??
      readByQuery(options, operation, behaviourOf) ??
      listByItemNames(options, operation, behaviourOf))

/** `GET /sensors/{id}/readings/latest` reads the latest of the records that `GET /sensors/{id}/readings` lists. */
function readLatest(
  options: CrudOptions,
  operation: Operation,
  behaviourOf: BehaviourOf,
): Behaviour | undefined {
  const { document, byId, model } = options
  const above = pathAbove(operation.path)
  const list = [...byId.values()].find(({ method, path }) => method === 'GET' && path === above)
  const entry = list && model.roles.get(list.id)
  const path = entry?.operation.role === 'list' ? pathTo(options, operation, entry.resource) : undefined
  if (!entry || !path) return undefined
  const order = orderByAge(document, entry.resource.record, true)
  const latest: Handler = (endpoint, context) => {
    const { where } = queryOf(entry.resource, entry.operation, context.request, endpoint.pageSize)
    return after(context.records.list(where ? { where } : {}), ({ items }) => {
      const newest = order ? lastBy(items, order.property) : items.at(-1)
      return newest ? present(endpoint, context, newest) : nothingFound(entry.resource)
    })
  }
  return behaviourOf(readAs(entry.resource, operation, entry.operation, path), latest)
}

/** The record with the latest time; of several, the last one. */
const lastBy = (items: readonly JsonObject[], property: string): JsonObject | undefined =>
  items.toSorted((one, other) => ordered(one[property], other[property]) ?? 0).at(-1)

/** `GET /courses/by-slug/{slug}` and `GET /tracking/{reference}` read the record with that `slug` or `reference`. */
function readByKey(
  options: CrudOptions,
  operation: Operation,
  behaviourOf: BehaviourOf,
): Behaviour | undefined {
  const [parameter, ...others] = parameterNames(operation.path)
  if (parameter === undefined || others.length > 0) return undefined
  const all = options.model.resources.flatMap((resource) => {
    const isTop = resource.kind === 'collection' && resource.scope.length === 0
    const property = isTop ? keyNamed(options, resource, operation.path, parameter) : undefined
    const path = property === undefined ? undefined : pathTo(options, operation, resource)
    return property === undefined || !path ? [] : [{ resource, property, path }]
  })
  // Others may show the same records, such as a list of favourites.
  const readable = all.filter(({ resource }) => resource.operations.some(({ role }) => role === 'read'))
  const [found, another] = readable.length > 0 ? readable : all
  const list = found?.resource.operations.find(({ role }) => role === 'list')
  if (!found || another || !list) return undefined
  const { resource, property, path } = found
  const read: Handler = (endpoint, context) => {
    const value = context.request.path[parameter] ?? null
    return after(context.records.list({ where: [{ property, values: [value] }], limit: 1 }), ({ items }) =>
      items[0] ? present(endpoint, context, items[0]) : nothingFound(resource),
    )
  }
  return behaviourOf(readAs(resource, operation, list, path), read)
}

/** `GET /tracking/{trackingNumber}` shows a part of the shipment with that number. Loaded where a record has the property alone. */
function viewByKey(options: CrudOptions, operation: Operation): Behaviour | undefined {
  const { document, model } = options
  const [parameter, ...others] = parameterNames(operation.path)
  const body = parameter === undefined || others.length > 0 ? undefined : responseSchema(operation)
  const shown = body && [...possiblePropertiesOf(document, body).keys()]
  const [found, another] = model.resources.flatMap((resource) => {
    const isTop = resource.kind === 'collection' && resource.scope.length === 0
    const property = isTop ? keyNamed(options, resource, operation.path, parameter ?? '') : undefined
    return property !== undefined && property !== resource.idProperty && shown?.includes(property)
      ? [{ resource, property }]
      : []
  })
  if (!found || another || !body || parameter === undefined) return undefined
  return loadedOnce(async () =>
    (await import('./view-by-key.ts')).viewByKey(options, { ...found, parameter, body }),
  )
}

/** `GET /users/by-email?email=…` reads the record that the query tells, as a list finds it. */
function readByQuery(
  options: CrudOptions,
  operation: Operation,
  behaviourOf: BehaviourOf,
): Behaviour | undefined {
  const [found, another] = options.model.resources.flatMap((resource) => {
    const path = resource.scope.length === 0 ? pathTo(options, operation, resource) : undefined
    const filters = filtersOf(options.document, operation, resource.record, resource.idProperty)
    return path && filters.length > 0 ? [{ resource: { ...resource, filters }, path }] : []
  })
  const list = found?.resource.operations.find(({ role }) => role === 'list')
  if (!found || another || !list) return undefined
  const { resource, path } = found
  const read: Handler = (endpoint, context) => {
    const { where } = queryOf(resource, list, context.request, endpoint.pageSize)
    if (!where) return context.next()
    return after(context.records.list({ where, limit: 1 }), ({ items }) =>
      items[0] ? present(endpoint, context, items[0]) : nothingFound(resource),
    )
  }
  return behaviourOf(readAs(resource, operation, list, path), read)
}

/** `GET /pets/findByTags?tags=…` lists the records with a tag of such a name. */
function listByItemNames(
  options: CrudOptions,
  operation: Operation,
  behaviourOf: BehaviourOf,
): Behaviour | undefined {
  const { document, model } = options
  const [found, another] = model.resources.flatMap((resource): readonly RoleEntry[] => {
    const list = resource.operations.find(({ role }) => role === 'list')
    const shown = resource.scope.length === 0 ? listedRecords(document, operation, resource) : undefined
    if (!list || !shown || !isSameSchema(document, shown.schema, resource.record)) return []
    return itemNamesOf(document, operation, resource.record).length > 0
      ? [{ resource, operation: { ...list, operationId: operation.id, responsePath: shown.path } }]
      : []
  })
  return found && !another ? behaviourOf(found) : undefined
}

/** The property that a path parameter names, by itself, after the record, or in the segment before it. */
function keyNamed(
  { document }: CrudOptions,
  resource: Resource,
  path: string,
  parameter: string,
): string | undefined {
  const before = /^by[-_]?(.+)$/i.exec(lastPart(pathAbove(path)))?.[1]
  const name = normalizeName(parameter)
  const noun = resourceNoun(resource.name)
  const keys = new Map(
    [...possiblePropertiesOf(document, resource.record)].flatMap(([property, node]) => {
      const types = typesOf(document, node)
      return types.has('string') || types.has('integer') ? [[normalizeName(property), property] as const] : []
    }),
  )
  // A `username` is that of a user before it is the user's `name`.
  const names = [name, normalizeName(before ?? ''), name.startsWith(noun) ? name.slice(noun.length) : name]
  const named = names.find((each) => keys.has(each))
  return named === undefined ? undefined : keys.get(named)
}

/** The property names that lead to the record of a resource in the response, if it shows one. */
function pathTo(
  { document }: CrudOptions,
  operation: Operation,
  resource: Resource,
): readonly string[] | undefined {
  const body = responseSchema(operation)
  const record = shownRecord(resource)
  const part = body && findRecord(document, body, { name: nounOf(resource), idParameter: undefined, record })
  return part && isSameSchema(document, part.schema, record) ? part.path : undefined
}

const readAs = (
  resource: Resource,
  { id }: Operation,
  list: ResourceOperation,
  responsePath: readonly string[],
): { readonly resource: Resource; readonly operation: ResourceOperation } => ({
  resource,
  operation: { ...list, role: 'read', operationId: id, responsePath, status: 200 },
})

const nothingFound = (resource: Resource): ReturnType<typeof refuse> =>
  refuse(404, 'not_found', `There is no such ${nounOf(resource)}.`)
