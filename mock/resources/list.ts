import { responseFor, type Response } from '../../spec/document.ts'
import type { Json, JsonObject } from '../../spec/json.ts'
import type { RequestValues } from '../../spec/request.ts'
import type { Filter, Paging, Resource, ResourceOperation } from '../../spec/resources.ts'
import { addressesOf, neighbours, positionAt, type Asked } from './pages.ts'
import type { Member } from './present.ts'
import type { ListQuery, Page } from './store.ts'

/** Records on a page when neither the request nor the document says how many. */
const usualSize = 20

/** The part of a list that a request asks for, and under which conditions. */
export interface PageQuery extends Pick<ListQuery, 'where'> {
  readonly offset: number
  /** Undefined when the list is not paged. */
  readonly limit: number | undefined
}

export function queryOf(
  { filters, paging }: Resource,
  operation: ResourceOperation,
  { path, query }: RequestValues,
): PageQuery {
  const where = [
    ...filters.flatMap((filter) => condition(filter, query)),
    ...operation.within.flatMap((filter) => condition(filter, path)),
  ]
  return { ...windowOf(paging, query), ...(where.length > 0 && { where }) }
}

function condition({ parameter, property }: Filter, values: JsonObject): NonNullable<ListQuery['where']> {
  const value = Object.hasOwn(values, parameter) ? values[parameter] : undefined
  if (value === undefined) return []
  return [{ property, values: Array.isArray(value) ? (value as readonly Json[]) : [value] }]
}

function windowOf(paging: Paging | undefined, query: JsonObject): PageQuery {
  if (!paging) return { offset: 0, limit: undefined }
  const limit = (paging.size === undefined ? undefined : count(query[paging.size])) ?? usualSize
  const position = paging.position === undefined ? undefined : query[paging.position]
  return { offset: offsetAt(paging, position, limit), limit }
}

function offsetAt({ kind, first }: Paging, position: Json | undefined, limit: number): number {
  if (kind === 'cursor') return cursorOffset(position) ?? 0
  const number = count(position)
  if (number === undefined) return 0
  return kind === 'page' ? Math.max(0, number - first) * limit : number
}

function count(value: Json | undefined): number | undefined {
  const number = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value
  return typeof number === 'number' && Number.isSafeInteger(number) && number >= 0 ? number : undefined
}

/** Where the page of one of our cursors begins; undefined for another text. */
function cursorOffset(value: Json | undefined): number | undefined {
  if (typeof value !== 'string') return undefined
  try {
    const offset = /^offset:(\d{1,15})$/.exec(atob(value))?.[1]
    return offset === undefined ? undefined : Number(offset)
  } catch {
    return undefined
  }
}

/** A cursor that no list of ours gave out; undefined when there is none. */
export function strangeCursor(paging: Paging | undefined, query: JsonObject): Json | undefined {
  if (paging?.kind !== 'cursor' || paging.position === undefined) return undefined
  const value = Object.hasOwn(query, paging.position) ? query[paging.position] : undefined
  return value === '' || value === null || cursorOffset(value) !== undefined ? undefined : value
}

/** `X-Total-Count` and `Link` (RFC 8288), as far as the response declares them. */
export function listHeaders(asked: Asked, status: number, { total }: Page): Readonly<Record<string, string>> {
  const { resource, declared } = asked
  const response = responseFor(declared, status)
  if (response === undefined || response.headers.length === 0) return noHeaders
  const names = namesOf(response)
  const counter = resource.total && 'header' in resource.total ? resource.total.header : undefined
  const hasTotal = counter !== undefined && names.has(counter.toLowerCase())
  const hasLinks = names.has('link') && resource.paging?.position !== undefined
  return {
    ...(hasTotal && { [counter]: String(total) }),
    ...(hasLinks && { Link: links(asked, total) }),
  }
}

const noHeaders = {}
const knownNames = new WeakMap<Response, ReadonlySet<string>>()

function namesOf(response: Response): ReadonlySet<string> {
  const known = knownNames.get(response)
  if (known !== undefined) return known
  const names = new Set(response.headers.map(({ name }) => name.toLowerCase()))
  knownNames.set(response, names)
  return names
}

function links(asked: Asked, total: number): string {
  const address = addressesOf(asked)
  const around = neighbours(asked, total)
  let text = ''
  for (const relation of relations) {
    const offset = around[relation]
    if (offset === undefined) continue
    if (text !== '') text += ', '
    text += `<${address(offset)}>; rel="${relation}"`
  }
  return text
}

const relations = ['first', 'prev', 'next', 'last'] as const

/** What the envelope of a list says of its page: the total, the next page, and what documents usually put beside. */
export function listMembers(asked: Asked, path: readonly string[], page: Page): readonly Member[] {
  const { paging, total } = asked.resource
  const totalPath = total && 'property' in total ? total.property : undefined
  const next = paging?.next
  const objects = [totalPath?.slice(0, -1), next?.slice(0, -1), path.slice(0, -1)].flatMap((each) =>
    each ? [each] : [],
  )
  const places = new Map(objects.map((each) => [each.join('/'), each]))
  const usual = usualMembers(asked, page)
  return [
    ...[...places.values()].flatMap((place) =>
      usual.map(([name, value]) => ({ path: [...place, name], value })),
    ),
    ...(totalPath ? [{ path: totalPath, value: page.total }] : []),
    ...(next ? nextValues(asked, page.total).map((value) => ({ path: next, value })) : []),
  ]
}

/** Names that documents use, and what they mean. One that the schema does not have, or of another type, is left out. */
function usualMembers(asked: Asked, { items, total }: Page): readonly (readonly [string, Json])[] {
  const { paging } = asked.resource
  const { offset, limit = total } = asked.query
  const { prev, next } = neighbours(asked, total)
  const address = addressesOf(asked)
  const page =
    paging?.kind === 'page' ? positionAt(asked, offset) : Math.floor(offset / Math.max(limit, 1)) + 1
  const beside = (at: number | undefined): Json =>
    at === undefined || !paging ? null : positionAt(asked, at)
  const urls = (at: number | undefined): Json => (at === undefined || !paging ? null : address(at))
  const values: Readonly<Record<string, Json>> = {
    count: items.length,
    size: paging?.kind === 'page' ? limit : items.length,
    total,
    total_count: total,
    total_items: total,
    total_results: total,
    total_entries: total,
    total_elements: total,
    total_pages: Math.ceil(total / Math.max(limit, 1)),
    last_page: Math.max(1, Math.ceil(total / Math.max(limit, 1))),
    page,
    current_page: page,
    page_number: page,
    page_size: limit,
    per_page: limit,
    limit,
    offset,
    has_more: next !== undefined,
    has_next: next !== undefined,
    has_prev: prev !== undefined,
    next_page: beside(next),
    previous_page: beside(prev),
    prev_page: beside(prev),
    previous: urls(prev),
    prev: urls(prev),
  }
  return Object.entries(values).flatMap(([name, value]) => [
    [name, value] as const,
    ...(name.includes('_') ? [[camel(name), value] as const] : []),
  ])
}

function camel(name: string): string {
  return name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
}

/** The next page's URL, then its position: of the two the schema takes the last it allows. Null on the last page. */
function nextValues(asked: Asked, total: number): readonly Json[] {
  const { next } = neighbours(asked, total)
  return next === undefined ? [null] : [addressesOf(asked)(next), positionAt(asked, next)]
}
