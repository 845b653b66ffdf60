import type { Operation, SchemaNode } from '../../../spec/document.ts'
import { choicesOf } from '../../../spec/inference/lists/choices.ts'
import { conditionsOf, type Condition } from '../../../spec/inference/lists/conditions.ts'
import {
  describedOrder,
  flagOrder,
  looselyDescribedOrder,
  orderByAge,
} from '../../../spec/inference/lists/described-order.ts'
import { idBoundsOf } from '../../../spec/inference/lists/id-bounds.ts'
import { includedStatesOf, type IncludedState } from '../../../spec/inference/lists/included-states.ts'
import {
  stateAtPath,
  statesLeftOut,
  statesLeftOutByDefault,
  type LeftOutByDefault,
} from '../../../spec/inference/lists/left-out.ts'
import { looseConditionsOf, type LooseCondition } from '../../../spec/inference/lists/loose-conditions.ts'
import {
  isDescending,
  loneDirection,
  sortParametersOf,
  tieBreaker,
  type Order,
  type SortParameters,
} from '../../../spec/inference/lists/order.ts'
import { superlativeOrder } from '../../../spec/inference/lists/superlative-order.ts'
import { switchesOf, type Switch } from '../../../spec/inference/lists/switches.ts'
import { textSearchesOf, type TextSearch } from '../../../spec/inference/lists/text-search.ts'
import { wordOrders } from '../../../spec/inference/lists/word-orders.ts'
import type { NamedState } from '../../../spec/inference/states/named-states.ts'
import { includeDeletedParameter } from '../../../spec/inference/states/restore.ts'
import { onlyDeletedParameter } from '../../../spec/inference/states/trash.ts'
import { memberNamed, stringifyJson, type JsonObject } from '../../../spec/json.ts'
import { queryParametersOf } from '../../../spec/parameters/members.ts'
import type { Filter, Resource } from '../../../spec/resources.ts'
import { possiblePropertiesOf } from '../../../spec/schemas/properties.ts'
import { typesOf } from '../../../spec/schemas/types.ts'
import { getOrInsertComputed } from '../../../spec/util/memo.ts'
import type { Refused } from '../../behaviour.ts'
import { after, type MaybePromise } from '../../maybe-promise.ts'
import type { Collection, ListFilter, Readable, Selection } from '../../store/store.ts'
import type { Endpoint } from '../endpoint.ts'
import { idOf } from '../identity/identity.ts'
import { numberingOf } from '../identity/numbering.ts'
import type { CrudOptions } from '../options.ts'
import { restoringOperation } from '../records/soft-delete.ts'
import { aipFilter } from './aip-filter.ts'
import { choiceFilter, conditionFilter, looseFilter, switchFilter } from './condition-filter.ts'
import { jsonFilter } from './json-filter.ts'
import { fieldSelectorOf, labelFilter, labelSelectorOf, type LabelSelector } from './label-filter.ts'
import { namedFilter, namedFiltersOf, type NamedFilter } from './named-filters.ts'
import { odataFilter } from './odata-filter.ts'
import { withoutPage } from './page-query.ts'
import { scimFilter } from './scim-filter.ts'
import { searchFilter } from './search-filter.ts'
import { compareBy, requestedOrders } from './sort.ts'
import { unreadableQuery } from './unreadable-query.ts'
export { freeRecords } from './free-records.ts'

/** What the parameters of a list can ask for, besides paging and equality with one property. */
interface QuerySupport {
  readonly conditions: readonly Condition[]
  readonly looseConditions: readonly LooseCondition[]
  readonly named: readonly NamedFilter[]
  /** Filters that are off for some of their values: `state=all`. */
  readonly choices: readonly Filter[]
  readonly searches: readonly TextSearch[]
  readonly labels: LabelSelector | undefined
  readonly fields: LabelSelector | undefined
  /** The name of a parameter for filter expressions: `$filter` of OData, or `filter` of Google's APIs. */
  readonly expression: '$filter' | 'filter' | undefined
  /** The name of a parameter for a filter that is a JSON object. */
  readonly where: string | undefined
  readonly sorting: SortParameters | undefined
  /** The parameter that chooses between both directions of the only order. */
  readonly direction: ReturnType<typeof loneDirection>
  /** The orders that words such as `newest` ask for. */
  readonly wordOrders: ReadonlyMap<string, Order>
  /** The order of records that are equal in the requested order. */
  readonly ties: Order | undefined
  /** The name of the parameter that includes deleted records. */
  readonly includeDeleted: string | undefined
  /** The name of the parameter that shows only deleted records. */
  readonly onlyDeleted: string | undefined
  /** Parameters without which records in certain states are left out. */
  readonly includedStates: readonly IncludedState[]
  readonly switches: readonly Switch[]
  /** The states of records that the list never shows, and the only one that it shows. */
  readonly leftOut: readonly NamedState[]
  readonly leftOutByDefault: readonly LeftOutByDefault[]
  readonly only: NamedState | undefined
  readonly properties: ReadonlyMap<string, SchemaNode>
  /** The order if the request asks for none. */
  readonly defaultOrder: Order | undefined
}

const supportByEndpoint = new WeakMap<Endpoint, QuerySupport>()

function supportOf(endpoint: Endpoint): QuerySupport {
  return getOrInsertComputed(supportByEndpoint, endpoint, () => readSupport(endpoint))
}

/** Records that are numbered in a container are listed in this order there. */
function orderByPosition({ options, resource, operation }: Endpoint): Order | undefined {
  const positions = numberingOf(options, resource)
  const isList = positions && operation.within.every(({ property }) => property === positions.within)
  return isList ? { property: positions.property, descending: false } : undefined
}

/** What is older than an id comes after it. */
const orderByBound = ({ options: { document }, declared, resource }: Endpoint): Order | undefined =>
  idBoundsOf(document, declared).older === undefined ? undefined : orderByAge(document, resource.record, true)

function readSupport(endpoint: Endpoint): QuerySupport {
  const { declared, resource, options } = endpoint
  const { document } = options
  const sorting = sortParametersOf(document, declared)
  const properties = possiblePropertiesOf(document, resource.record)
  const isRestorable = restoringOperation(resource, options) !== undefined
  const conditions = conditionsOf(document, declared, resource)
  const looseConditions = looseConditionsOf(document, declared, resource)
  const taken = [...conditions, ...looseConditions].map(({ parameter }) => parameter.name)
  return {
    conditions,
    looseConditions,
    named: namedFiltersOf(
      document,
      declared,
      resource,
      new Set([...taken, ...resource.filters.map(({ parameter }) => parameter)]),
    ),
    choices: choicesOf(document, declared, properties, resource.filters),
    searches: textSearchesOf(document, declared, resource),
    labels: labelSelectorOf(document, declared, properties),
    fields: fieldSelectorOf(declared),
    expression: (['$filter', 'filter'] as const).find((expression) =>
      queryParametersOf(declared).some(
        ({ name, schema }) => name === expression && schema && !typesOf(document, schema).has('object'),
      ),
    ),
    where: queryParametersOf(declared).find(
      ({ name, schema }) =>
        /^_?where$/.test(name) ||
        (/^filters?$/.test(name) && schema && typesOf(document, schema).has('object')),
    )?.name,
    sorting,
    direction: loneDirection(document, declared, properties),
    wordOrders: sorting ? wordOrders(document, sorting, resource.record) : new Map(),
    ties: sorting && tieBreaker(document, sorting, properties),
    includeDeleted: isRestorable ? includeDeletedParameter(declared) : undefined,
    onlyDeleted: isRestorable ? onlyDeletedParameter(declared) : undefined,
    includedStates: includedStatesOf(document, declared, resource.record, actionsOf(resource, options)),
    switches: switchesOf(document, declared, resource),
    leftOut: statesLeftOut(document, declared, resource.record),
    leftOutByDefault: statesLeftOutByDefault(document, declared, resource.record),
    only: stateAtPath(document, declared, resource),
    properties,
    defaultOrder:
      describedOrder(document, declared, resource.record) ??
      superlativeOrder(document, declared, resource.record) ??
      looselyDescribedOrder(document, declared, resource.record) ??
      flagOrder(document, declared, resource.record) ??
      orderByPosition(endpoint) ??
      orderByBound(endpoint),
  }
}

function actionsOf({ operations }: Resource, { byId }: CrudOptions): readonly Operation[] {
  return operations.flatMap(({ role, operationId }) =>
    role === 'action' ? (byId.get(operationId) ?? []) : [],
  )
}

/** The parameters that take a language in which lists are narrowed. */
export function selectorsOf(endpoint: Endpoint): readonly string[] {
  const { expression, labels, fields, where } = supportOf(endpoint)
  return [expression, labels?.parameter, fields?.parameter, where].filter((name) => name !== undefined)
}

/** The refusal of a query in a language that the document names, if it cannot be read. */
export const refusalOf = (endpoint: Endpoint, query: JsonObject): Refused | undefined =>
  supportOf(endpoint).expression === 'filter' || supportOf(endpoint).sorting
    ? unreadableQuery(endpoint, query)
    : undefined

/**
 * Applies the filters and the order of a query to a collection, and adds deleted records if the query asks for them. Returns the
 * collection itself if the query asks for none of this.
 */
export function applyQuery(
  endpoint: Endpoint,
  query: JsonObject,
  collection: Collection,
  deleted: Collection,
): Readable {
  const { idProperty } = endpoint.resource
  const support = supportOf(endpoint)
  const { includeDeleted, onlyDeleted } = support
  const withDeleted = includeDeleted !== undefined && memberNamed(query, includeDeleted) === true
  if (onlyDeleted !== undefined && memberNamed(query, onlyDeleted) === true) {
    const { [onlyDeleted]: _, ...others } = query
    return applyQuery(endpoint, others, deleted, deleted)
  }
  const selection = selectionOf(support, query, endpoint)
  if (withDeleted) return inBoth(collection, deleted, selection, idProperty)
  if (!selection) return collection
  return {
    list: (page = {}) => collection.list({ ...page, selection }),
    indexOf: (id, filter) => collection.indexOf(id, { ...filter, selection }),
  }
}

/** The selected records of two collections in one list. */
function inBoth(
  collection: Collection,
  deleted: Collection,
  selection: Selection | undefined,
  idProperty: string | undefined,
): Readable {
  const all = ({ where }: ListFilter): MaybePromise<readonly JsonObject[]> => {
    const query = { ...(where && { where }), ...(selection && { selection }) }
    return after(collection.list(query), ({ items }) =>
      after(deleted.list(query), (others) => {
        const records = [...items, ...others.items]
        return selection?.compare ? records.sort(selection.compare) : records
      }),
    )
  }
  return {
    list: ({ offset = 0, limit = Infinity, ...filter } = {}) =>
      after(all(filter), (items) => ({ items: items.slice(offset, offset + limit), total: items.length })),
    indexOf: (id, filter = {}) =>
      after(all(filter), (items) => {
        const index = items.findIndex((item) => String(idOf(item[idProperty ?? ''])) === String(id))
        return index < 0 ? undefined : index
      }),
  }
}

const expressionFilter = (
  name: '$filter' | 'filter',
  query: JsonObject,
  properties: QuerySupport['properties'],
): ReturnType<typeof odataFilter> =>
  name === '$filter'
    ? odataFilter(memberNamed(query, name))
    : (scimFilter(memberNamed(query, name), properties) ??
      jsonFilter(memberNamed(query, name)) ??
      aipFilter(memberNamed(query, name), properties))

/** The order if a query names no property to sort by. */
function directedOrders({ direction, defaultOrder }: QuerySupport, query: JsonObject): readonly Order[] {
  const asked = direction && memberNamed(query, direction.parameter)
  if (direction && typeof asked === 'string')
    return [{ property: direction.property, descending: isDescending(asked) }]
  return [defaultOrder, defaultOrder?.then].filter((each) => each !== undefined)
}

const without =
  ({ property, value }: NamedState) =>
  (item: JsonObject): boolean =>
    item[property] !== value

/** The records that a query asks for, in its order; undefined if it asks for all in order of insertion. */
function selectionOf(
  support: QuerySupport,
  query: JsonObject,
  { declared, resource: { idProperty, paging, nesting } }: Endpoint,
): Selection | undefined {
  const { conditions, looseConditions, choices, includedStates, searches, labels, expression } = support
  const { sorting, ties, properties, switches, leftOut, only, where, fields } = support
  const filters = [
    ...conditions.map((condition) => conditionFilter(condition, query)),
    ...looseConditions.map((condition) => looseFilter(condition, query)),
    ...support.named.map((each) => namedFilter(each, query)),
    ...choices.map((choice) => choiceFilter(choice, query)),
    ...searches.map((search) => searchFilter(search, query, properties)),
    labels && labelFilter(labels, query),
    fields && labelFilter(fields, query, nesting),
    ...switches.map((each) => switchFilter(each, query)),
    ...leftOut.map(without),
    ...support.leftOutByDefault.map((each) =>
      memberNamed(query, each.parameter.name) === undefined ? without(each) : undefined,
    ),
    only && ((item: JsonObject): boolean => item[only.property] === only.value),
    expression && expressionFilter(expression, query, properties),
    where === undefined ? undefined : jsonFilter(memberNamed(query, where)),
    ...includedStates.map(({ parameter, property, state }) =>
      memberNamed(query, parameter.name) === true
        ? undefined
        : (item: JsonObject): boolean => item[property] !== state,
    ),
  ].filter((filter) => filter !== undefined)
  const requested = sorting ? requestedOrders(sorting, properties, query, support.wordOrders) : []
  const usual = directedOrders(support, query)
  const orders = requested.length > 0 ? [...requested, ...(ties ? [ties] : [])] : usual
  if (filters.length === 0 && orders.length === 0) return undefined
  return {
    key: `${declared.id} ${stringifyJson(withoutPage(query, paging))}`,
    matches: (record) => filters.every((matches) => matches(record)),
    compare: orders.length === 0 ? undefined : (one, other) => compareBy(orders, idProperty, one, other),
    // Of records created at the same instant, the last one is the newest.
    lastFirst: requested.length === 0 && usual[0]?.descending === true,
  }
}
