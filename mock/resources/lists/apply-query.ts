import { sortParametersOf } from '../../../spec/inference/lists/order.ts'
import { includeDeletedParameter } from '../../../spec/inference/states/restore.ts'
import { onlyDeletedParameter } from '../../../spec/inference/states/trash.ts'
import { memberNamed, stringifyJson, type JsonObject } from '../../../spec/json.ts'
import { perObject } from '../../../spec/util/memo.ts'
import type { Refused } from '../../behaviour.ts'
import type { Collection, Readable, Selection } from '../../store/store.ts'
import type { Endpoint } from '../endpoint.ts'
import { restoringOperation } from '../records/soft-delete.ts'
import { filterLanguagesOf } from './filters/filter-languages.ts'
import { queryFiltersOf } from './filters/query-filters.ts'
import { unreadableQuery } from './filters/unreadable-query.ts'
import { inBoth } from './in-both.ts'
import { withoutPage } from './paging/page-query.ts'
import { queryOrderOf } from './query-order.ts'
export { freeRecords } from './free-records.ts'
export { momentRecords } from './moment-records.ts'

/** The parameters that take a language in which lists are narrowed. */
export const selectorsOf: (endpoint: Endpoint) => readonly string[] = perObject((endpoint) =>
  filterLanguagesOf(endpoint).map(({ parameter }) => parameter),
)

const takesLanguage: (endpoint: Endpoint) => boolean = perObject(
  (endpoint) =>
    selectorsOf(endpoint).includes('filter') ||
    sortParametersOf(endpoint.options.document, endpoint.declared) !== undefined,
)

/** The refusal of a query in a language that the document names, if it cannot be read. */
export const refusalOf = (endpoint: Endpoint, query: JsonObject): Refused | undefined =>
  takesLanguage(endpoint) ? unreadableQuery(endpoint, query) : undefined

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
  const { include, only } = deletedParametersOf(endpoint)
  const asks = (name: string | undefined): boolean => name !== undefined && memberNamed(query, name) === true
  if (only !== undefined && asks(only)) {
    const { [only]: _, ...others } = query
    return applyQuery(endpoint, others, deleted, deleted)
  }
  const selection = selectionOf(endpoint, query)
  if (asks(include)) return inBoth([collection, deleted], selection, endpoint.resource.idProperty)
  if (!selection) return collection
  return {
    list: (page = {}) => collection.list({ ...page, selection }),
    indexOf: (id, filter) => collection.indexOf(id, { ...filter, selection }),
  }
}

/** The names of the parameters that show deleted records besides the others, or alone. */
const deletedParametersOf: (endpoint: Endpoint) => Partial<Record<'include' | 'only', string | undefined>> =
  perObject(({ declared, resource, options }) =>
    restoringOperation(resource, options)
      ? { include: includeDeletedParameter(declared), only: onlyDeletedParameter(declared) }
      : {},
  )

const selectorOf = perObject((endpoint: Endpoint) => ({
  filters: queryFiltersOf(endpoint),
  orderOf: queryOrderOf(endpoint),
}))

/** The records that a query asks for, in its order; undefined if it asks for all in order of insertion. */
function selectionOf(endpoint: Endpoint, query: JsonObject): Selection | undefined {
  const { declared, resource } = endpoint
  const { filters, orderOf } = selectorOf(endpoint)
  const asked = filters.map((filterOf) => filterOf(query)).filter((filter) => filter !== undefined)
  const order = orderOf(query)
  if (asked.length === 0 && !order.compare) return undefined
  return {
    key: `${declared.id} ${stringifyJson(withoutPage(query, resource.paging))}`,
    matches: (record) => asked.every((matches) => matches(record)),
    ...order,
  }
}
