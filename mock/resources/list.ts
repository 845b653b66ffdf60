import type { Operation, Response } from '../../spec/document.ts'
import { responseFor } from '../../spec/document.ts'
import type { Json, JsonObject } from '../../spec/json.ts'
import { encodeParameters } from '../../spec/parameters.ts'
import type { RequestValues } from '../../spec/request.ts'
import type { Filter, Paging, Resource, ResourceOperation } from '../../spec/resources.ts'
import type { Member } from './present.ts'
import type { ListQuery, Page } from './store.ts'

/** Records on a page when neither the request nor the document says how many. */
const usualSize = 20

/** One page as a request asks for it. */
export interface Window {
  readonly offset: number
  /** Undefined when the list is not paged. */
  readonly limit: number | undefined
}

/** The part of a list that a request asks for, and under which conditions. */
export function queryOf(
  resource: Resource,
  entry: ResourceOperation,
  request: RequestValues,
): ListQuery & Window {
  const conditions = [
    ...resource.filters.flatMap((filter) => condition(filter, request.query)),
    ...entry.within.flatMap((filter) => condition(filter, request.path)),
  ]
  return {
    ...windowOf(resource.paging, request.query),
    ...(conditions.length > 0 && { where: conditions }),
  } as ListQuery & Window
}

function condition({ parameter, property }: Filter, values: JsonObject): NonNullable<ListQuery['where']> {
  const value = values[parameter]
  if (value === undefined) return []
  return [{ property, values: Array.isArray(value) ? (value as readonly Json[]) : [value] }]
}

export function windowOf(paging: Paging | undefined, query: JsonObject): Window {
  if (!paging) return { offset: 0, limit: undefined }
  const size = paging.size === undefined ? undefined : count(query[paging.size])
  const limit = size ?? usualSize
  const position = paging.position === undefined ? undefined : query[paging.position]
  if (paging.kind === 'offset') return { offset: count(position) ?? 0, limit }
  if (paging.kind === 'page')
    return { offset: Math.max(0, (count(position) ?? paging.first) - paging.first) * limit, limit }
  return { offset: cursorOffset(position), limit }
}

const count = (value: Json | undefined): number | undefined => {
  const number = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value
  return typeof number === 'number' && Number.isInteger(number) && number >= 0 ? number : undefined
}

/** A cursor says where the next page begins; it is not for clients to read. */
const cursorText = (offset: number): string => btoa(`offset:${String(offset)}`).replaceAll('=', '')

function cursorOffset(value: Json | undefined): number {
  if (typeof value !== 'string') return count(value) ?? 0
  try {
    return Number(/^offset:(\d{1,15})$/.exec(atob(value))?.[1] ?? 0)
  } catch {
    return 0
  }
}

/** Where the pages around this one begin; undefined where there is none. */
interface Neighbours {
  readonly first: number
  readonly prev: number | undefined
  readonly next: number | undefined
  readonly last: number
}

function neighbours({ offset, limit = usualSize }: Window, total: number): Neighbours {
  const size = Math.max(limit, 1)
  return {
    first: 0,
    prev: offset > 0 ? Math.max(0, Math.min(offset, Math.ceil(total / size) * size) - size) : undefined,
    next: limit > 0 && offset + limit < total ? offset + limit : undefined,
    last: total === 0 ? 0 : Math.floor((total - 1) / size) * size,
  }
}

/** `X-Total-Count` and `Link` (RFC 8288), as far as the response declares them. */
export function listHeaders(
  resource: Resource,
  operation: Operation,
  request: RequestValues,
  window: Window,
  { total }: Page,
): Readonly<Record<string, string>> {
  const response = responseFor(operation, 200)
  const names = headerNames(response)
  const headers: Record<string, string> = {}
  const totalName = resource.total && 'header' in resource.total ? resource.total.header : undefined
  if (totalName !== undefined && names.has(totalName.toLowerCase())) headers[totalName] = String(total)
  if (names.has('link') && resource.paging?.position !== undefined) {
    headers['Link'] = links(resource.paging, operation, request, window, total)
  }
  return headers
}

const headerNames = (response: Response | undefined): ReadonlySet<string> =>
  new Set(response?.headers.map(({ name }) => name.toLowerCase()))

function links(
  paging: Paging,
  operation: Operation,
  request: RequestValues,
  window: Window,
  total: number,
): string {
  return Object.entries(neighbours(window, total))
    .filter((entry): entry is [string, number] => entry[1] !== undefined)
    .map(
      ([relation, offset]) => `<${address(paging, operation, request, window, offset)}>; rel="${relation}"`,
    )
    .join(', ')
}

/** The URL of the page that begins at `offset`, path-absolute. */
function address(
  paging: Paging,
  operation: Operation,
  request: RequestValues,
  window: Window,
  offset: number,
): string {
  const query = {
    ...request.query,
    ...(paging.position !== undefined && { [paging.position]: positionAt(paging, window, offset) }),
  }
  const encoded = encodeParameters(operation.path, operation.parameters, { path: request.path, query })
  return encoded.query === '' ? encoded.path : `${encoded.path}?${encoded.query}`
}

function positionAt({ kind, first }: Paging, { limit = usualSize }: Window, offset: number): Json {
  if (kind === 'offset') return offset
  return kind === 'page' ? Math.floor(offset / Math.max(limit, 1)) + first : cursorText(offset)
}

/** What the envelope of a list says of its page: the total, the next page, and what documents usually put beside. */
export function listMembers(
  resource: Resource,
  entry: ResourceOperation,
  operation: Operation,
  request: RequestValues,
  window: Window,
  page: Page,
): readonly Member[] {
  const { paging, total } = resource
  const around = neighbours(window, page.total)
  const more = paging !== undefined && around.next !== undefined
  const beside = (entry.responsePath ?? []).slice(0, -1)
  const metas = [
    total && 'property' in total ? total.property.slice(0, -1) : undefined,
    paging?.next?.slice(0, -1),
    beside,
  ]
  const places = new Map(metas.flatMap((path) => (path ? [[path.join('/'), path]] : [])))
  const usual: [string, Json][] = [
    ['count', page.items.length],
    ['size', page.items.length],
    ['has_more', more],
    ['hasMore', more],
    ['has_next', more],
    ['limit', window.limit ?? page.total],
    ['offset', window.offset],
    ['total', page.total],
    ['total_count', page.total],
    ['totalCount', page.total],
    ['previous', null],
    ['prev', null],
  ]
  if (paging?.kind === 'page' && paging.position !== undefined)
    usual.push([paging.position, positionAt(paging, window, window.offset)])
  if (paging?.kind === 'page' && paging.size !== undefined)
    usual.push([paging.size, window.limit ?? usualSize])
  const members = [...places.values()].flatMap((path) =>
    usual.map(([name, value]) => ({ path: [...path, name], value })),
  )
  const next = paging?.next
  return [
    ...members,
    ...(total && 'property' in total ? [{ path: total.property, value: page.total }] : []),
    ...(next && paging
      ? [{ path: next, value: nextValue(paging, operation, request, window, around.next, next) }]
      : []),
  ]
}

/** A cursor or the URL of the next page; null on the last one. */
function nextValue(
  paging: Paging,
  operation: Operation,
  request: RequestValues,
  window: Window,
  offset: number | undefined,
  path: readonly string[],
): Json {
  if (offset === undefined) return null
  if (/ur[il]|href|link|^next$|^next_?page$/i.test(path.at(-1) ?? '') && paging.kind !== 'cursor')
    return address(paging, operation, request, window, offset)
  return positionAt(paging, window, offset)
}
