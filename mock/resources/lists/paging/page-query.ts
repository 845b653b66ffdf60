import { isArray, isJsonObject, memberNamed, type Json, type JsonObject } from '../../../../spec/json.ts'
import type { RequestValues } from '../../../../spec/request.ts'
import type { Filter, Paging, Resource, ResourceOperation } from '../../../../spec/resources.ts'
import { separated } from '../../../../spec/util/separated.ts'
import type { ListQuery } from '../../../store/store.ts'
import { pathOf } from '../../relations/path-of.ts'
import { cursorOffset } from './cursor.ts'
import type { PageSize } from './page-size.ts'

/** The page of a list that a request asks for, and the conditions that its records meet. */
export interface PageQuery extends Pick<ListQuery, 'where'> {
  readonly offset: number
  /** Undefined if there is no limit. */
  readonly limit: number | undefined
}

/** Reads the page from the filters, the path and the paging parameters of a request. */
export function queryOf(
  { filters, paging }: Resource,
  operation: ResourceOperation,
  { path, query }: RequestValues,
  pageSize: PageSize,
): PageQuery {
  const where = [
    ...filters.flatMap((filter) => condition(filter, query)),
    ...operation.within.flatMap((filter) => condition(filter, path)),
  ]
  return { ...windowOf(paging, query, pageSize), ...(where.length > 0 && { where }) }
}

/** An empty list of values, such as the default of a parameter, is no condition. */
export const isEmptyList = (value: Json): boolean => isArray(value) && value.length === 0

function condition(filter: Filter, parameters: JsonObject): NonNullable<ListQuery['where']> {
  const value = memberNamed(parameters, filter.parameter)
  if (value === undefined || isEmptyList(value) || isJsonObject(value)) return []
  const isList = filter.isSeparated === true && typeof value === 'string'
  const values = isList ? separated(value) : [value].flat()
  return [{ property: pathOf(filter), values, ...(filter.ignoresCase && { ignoresCase: true }) }]
}

function windowOf(
  paging: Paging | undefined,
  query: JsonObject,
  { default: defaultSize, maximum }: PageSize,
): PageQuery {
  if (!paging) return { offset: 0, limit: maximum === Infinity ? undefined : maximum }
  const position = paging.position === undefined ? undefined : query[paging.position]
  const size =
    (paging.size === undefined ? undefined : count(query[paging.size])) ?? sizeUpToEnd(paging, query)
  const limit = Math.min(size ?? defaultSize, maximum)
  return { offset: offsetAt(paging, position, limit), limit }
}

/** A query without the parameters that only tell which page of a list to send. */
export function withoutPage(query: JsonObject, paging: Paging | undefined): JsonObject {
  if (!paging) return query
  const { position, size } = paging
  const names = new Set([position, size, position?.replace(/start$/i, 'end')])
  return Object.fromEntries(Object.entries(query).filter(([name]) => !names.has(name)))
}

/** The number of items between `_start` and `_end`; undefined if the request has no end. */
function sizeUpToEnd({ kind, position }: Paging, query: JsonObject): number | undefined {
  if (kind !== 'offset' || position === undefined || !/start$/i.test(position)) return undefined
  const end = count(query[position.replace(/start$/i, 'end')])
  const size = end === undefined ? 0 : end - (count(query[position]) ?? 0)
  return size > 0 ? size : undefined
}

function offsetAt({ kind, first }: Paging, position: Json | undefined, limit: number): number {
  if (kind === 'cursor') return cursorOffset(position) ?? 0
  const number = count(position)
  if (number === undefined) return 0
  return Math.max(0, number - first) * (kind === 'page' ? limit : 1)
}

function count(value: Json | undefined): number | undefined {
  const number = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value
  return typeof number === 'number' && Number.isSafeInteger(number) && number >= 0 ? number : undefined
}
