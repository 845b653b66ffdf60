import { describedSearches } from '../../../spec/inference/lists/described-search.ts'
import type { Resource } from '../../../spec/resources.ts'
import { operationFor, operationsFor, type Api, type RoleOperation } from '../../api/api.ts'
import type { Case } from '../../case.ts'
import { hasUnnamedItems } from './lists/unnamed-items.ts'
import { combinesFilters, judgeCombinedFilters } from './lists/combined-filters.ts'
import { judgeFilter, judgeQuery } from './lists/filters.ts'
import { readLargeIds } from './lists/large-ids.ts'
import { judgeOrder, judgeUsualOrder, orderOf, orderParameters } from './lists/order.ts'
import { judgePages } from './lists/pages.ts'
import { queriesOf } from './lists/queries.ts'
import { judgeTextSearch } from './lists/text-search.ts'
import { exactSearch } from './lists/exact-search.ts'
import { caseBy, caseOn, type Judge } from './stateful-case.ts'

/** What reading the list of a resource tells. */
export function readingCases(api: Api, resource: Resource): readonly Case[] {
  const list = operationFor(api, resource, 'list')
  if (!list || resource.kind !== 'collection') return []
  const isLarge = resource.idType === 'integer' && operationFor(api, resource, 'read') !== undefined
  const asked = api.flat.get(resource.name) ?? resource
  return [
    ...listCases(api, { resource, asked }, list, (what, title, judge) =>
      caseOn(resource, what, title, judge),
    ),
    ...(isLarge ? [caseOn(resource, 'large-ids', 'ids beyond 2^53', readLargeIds)] : []),
  ]
}

/** A resource, and as its filters and its order have its records: with all properties on one level. */
interface Listed {
  readonly resource: Resource
  readonly asked: Resource
}

/** What is asked of a list, or of a search, by its paging, its filters and its order. */
function listCases(
  api: Api,
  { resource, asked }: Listed,
  list: RoleOperation,
  caseFor: (what: string, title: string, judge: Judge) => Case,
): readonly Case[] {
  return [
    caseFor('pages', 'pages and totals', (context, group) => judgePages(context, group, resource, list)),
    ...asked.filters.map((filter) =>
      caseFor(`filter-${filter.parameter}`, `filtered by ${filter.parameter}`, (context, group) =>
        judgeFilter(context, group, asked, filter, list),
      ),
    ),
    ...queriesOf(api, asked, list).map((query) => {
      const { name } = query.parameter
      return caseFor(`query-${name}-${query.property}`, `filtered by ${name}`, (context, group) =>
        judgeQuery(context, group, asked, query, list),
      )
    }),
    ...(combinesFilters(api, asked, list)
      ? [
          caseFor('filters-together', 'filtered by several parameters', (context, group) =>
            judgeCombinedFilters(context, group, asked, list),
          ),
        ]
      : []),
    ...describedSearches(api.document, list.operation, asked.record).map((search) => {
      const { name } = search.parameter
      return caseFor(`search-${name}`, `searched by ${name}`, (context, group) =>
        judgeTextSearch(context, group, resource, search, list),
      )
    }),
    ...(orderOf(api, asked, list)
      ? [
          caseFor('order', 'the documented order', (context, group) =>
            judgeUsualOrder(context, group, asked, list),
          ),
        ]
      : []),
    ...orderParameters(api, asked, list).map(({ name }) =>
      caseFor(`order-${name}`, `sorted by ${name}`, (context, group) =>
        judgeOrder(context, group, asked, name, list),
      ),
    ),
  ]
}

/** Searches are judged as lists are. */
export function searchCases(api: Api, resource: Resource): readonly Case[] {
  if (hasUnnamedItems(resource)) return []
  return operationsFor(api, resource, 'search').flatMap(({ operation, role }) => {
    const search = exactSearch(api, resource, role, operation)
    const { resource: asked } = search
    return listCases(api, { resource: asked, asked }, search, (what, title, judge) =>
      caseBy(resource, search, what, `${title}, by ${operation.id}`, judge),
    )
  })
}
