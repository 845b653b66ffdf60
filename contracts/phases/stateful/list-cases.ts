import { describedSearches } from '../../../spec/inference/lists/described-search.ts'
import type { Resource } from '../../../spec/resources.ts'
import { operationFor, operationsFor, type Api, type RoleOperation } from '../../api/api.ts'
import type { Case } from '../../case.ts'
import { combinesFilters, judgeCombinedFilters } from './lists/combined-filters.ts'
import { exactSearch } from './lists/exact-search.ts'
import { judgeFilter } from './lists/filters.ts'
import { readLargeIds } from './lists/large-ids.ts'
import { areOnlyListed, readListed } from './lists/listed-records.ts'
import { judgeLooseFilter, looseFiltersOf } from './lists/loose-filters.ts'
import { judgeOrder, orderParameters } from './lists/order.ts'
import { judgePages } from './lists/pages.ts'
import { queriesOf } from './lists/queries.ts'
import { judgeQuery } from './lists/selections.ts'
import { judgeSwitch, toldSwitches } from './lists/switches.ts'
import { judgeTextSearch } from './lists/text-search.ts'
import { hasUnnamedItems } from './lists/unnamed-items.ts'
import { judgeUsualOrder, orderOf } from './lists/usual-order.ts'
import { judgeWhere, whereParameter } from './lists/where-filter.ts'
import { caseBy, caseOn, type Judge } from './stateful-case.ts'

/** The cases about the list of a resource. */
export function listCases(api: Api, resource: Resource): readonly Case[] {
  const list = operationFor(api, resource, 'list')
  if (!list || resource.kind !== 'collection') return []
  const isLarge = resource.idType === 'integer' && operationFor(api, resource, 'read') !== undefined
  const flat = api.flat.get(resource.name) ?? resource
  return [
    ...queryCases(api, { resource, flat }, list, (what, title, judge) =>
      caseOn(resource, what, title, judge),
    ),
    ...operationsFor(api, resource, 'list')
      .filter((other) => other.operation !== list.operation)
      .flatMap((other) =>
        queryCases(api, { resource, flat }, other, (what, title, judge) =>
          caseBy(resource, other, what, `${title}, by ${other.operation.id}`, judge),
        ),
      ),
    ...(isLarge ? [caseOn(resource, 'large-ids', 'ids beyond 2^53', readLargeIds)] : []),
    ...(areOnlyListed(api, resource)
      ? [caseOn(resource, 'listed', 'listed records can be read', readListed)]
      : []),
  ]
}

/** A resource, and its flattened form, whose properties filters and sort parameters name. */
interface Listed {
  readonly resource: Resource
  readonly flat: Resource
}

/** The cases about the paging, filters and order of a list or search. */
function queryCases(
  api: Api,
  { resource, flat }: Listed,
  list: RoleOperation,
  caseFor: (what: string, title: string, judge: Judge) => Case,
): readonly Case[] {
  return [
    caseFor('pages', 'pages and totals', (context) => judgePages(context, resource, list)),
    ...flat.filters.map((filter) =>
      caseFor(`filter-${filter.parameter}`, `filtered by ${filter.parameter}`, (context) =>
        judgeFilter(context, flat, filter, list),
      ),
    ),
    ...queriesOf(api, flat, list).map((query) => {
      const { name } = query.parameter
      return caseFor(`query-${name}-${query.property}`, `filtered by ${name}`, (context) =>
        judgeQuery(context, flat, query, list),
      )
    }),
    ...toldSwitches(api, flat, list).map((each) => {
      const { name } = each.parameter
      return caseFor(`query-${name}-${each.property}`, `filtered by ${name}`, (context) =>
        judgeSwitch(context, flat, each, list),
      )
    }),
    ...looseFiltersOf(api, flat, list).map((condition) => {
      const { name } = condition.parameter
      return caseFor(`query-${name}-${condition.paths.flat().join('-')}`, `filtered by ${name}`, (context) =>
        judgeLooseFilter(context, flat, condition, list),
      )
    }),
    ...[whereParameter(api, list) ?? []]
      .flat()
      .map((parameter) =>
        caseFor(`query-${parameter.name}`, `filtered by ${parameter.name}`, (context) =>
          judgeWhere(context, flat, parameter, list),
        ),
      ),
    ...(combinesFilters(api, flat, list)
      ? [
          caseFor('filters-together', 'filtered by several parameters', (context) =>
            judgeCombinedFilters(context, flat, list),
          ),
        ]
      : []),
    ...describedSearches(api.document, list.operation, flat.record).map((search) => {
      const { name } = search.parameter
      return caseFor(`search-${name}`, `searched by ${name}`, (context) =>
        judgeTextSearch(context, resource, search, list),
      )
    }),
    ...(orderOf(api, flat, list)
      ? [caseFor('order', 'the documented order', (context) => judgeUsualOrder(context, flat, list))]
      : []),
    ...orderParameters(api, flat, list).map(({ name }) =>
      caseFor(`order-${name}`, `sorted by ${name}`, (context) => judgeOrder(context, flat, name, list)),
    ),
  ]
}

/** The cases about the searches of a resource, which are tested like lists. */
export function searchCases(api: Api, resource: Resource): readonly Case[] {
  if (hasUnnamedItems(resource)) return []
  return operationsFor(api, resource, 'search').flatMap(({ operation, role }) => {
    const search = exactSearch(api, resource, role, operation)
    return queryCases(
      api,
      { resource: search.resource, flat: search.resource },
      search,
      (what, title, judge) => caseBy(resource, search, what, `${title}, by ${operation.id}`, judge),
    )
  })
}
