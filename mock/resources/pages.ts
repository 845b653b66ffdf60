import type { Operation } from '../../spec/document.ts'
import { isArray, memberNamed, stringifyJson, type Json, type JsonObject } from '../../spec/json.ts'
import { encodeParameters } from '../../spec/parameters.ts'
import type { RequestValues } from '../../spec/request.ts'
import type { Filter, Paging, Resource, ResourceOperation } from '../../spec/resources.ts'
import type { Capacity } from './capacity.ts'
import type { ListQuery } from '../store/store.ts'

/** The part of a list that a request asks for, and under which conditions. */
export interface PageQuery extends Pick<ListQuery, 'where'> {
  readonly offset: number
  /** Undefined for all of them. */
  readonly limit: number | undefined
}

/** What a request asks of a list: by its filters, by its path, and by its paging, within what the list gives. */
export function queryOf(
  { filters, paging }: Resource,
  operation: ResourceOperation,
  { path, query }: RequestValues,
  capacity: Capacity,
): PageQuery {
  const where = [
    ...filters.flatMap((filter) => condition(filter, query)),
    ...operation.within.flatMap((filter) => condition(filter, path)),
  ]
  return { ...windowOf(paging, query, capacity), ...(where.length > 0 && { where }) }
}

/** An empty list of values, as a default may be, asks for nothing. */
export const isNoneOf = (value: Json): boolean => isArray(value) && value.length === 0

function condition({ parameter, property }: Filter, values: JsonObject): NonNullable<ListQuery['where']> {
  const value = memberNamed(values, parameter)
  if (value === undefined || isNoneOf(value)) return []
  return [{ property, values: Array.isArray(value) ? (value as readonly Json[]) : [value] }]
}

function windowOf(paging: Paging | undefined, query: JsonObject, { usual, most }: Capacity): PageQuery {
  if (!paging) return { offset: 0, limit: most === Infinity ? undefined : most }
  const position = paging.position === undefined ? undefined : query[paging.position]
  const asked =
    (paging.size === undefined ? undefined : count(query[paging.size])) ?? lengthAsked(paging, query)
  const limit = Math.min(asked ?? usual, most)
  return { offset: offsetAt(paging, position, limit), limit }
}

/** How many items there are from `_start` to `_end`; undefined where no end is asked for. */
function lengthAsked({ kind, position }: Paging, query: JsonObject): number | undefined {
  if (kind !== 'offset' || position === undefined || !/start$/i.test(position)) return undefined
  const end = count(query[position.replace(/start$/i, 'end')])
  const length = end === undefined ? 0 : end - (count(query[position]) ?? 0)
  return length > 0 ? length : undefined
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

/** A cursor that no list of ours gave out; undefined when there is none. */
export function strangeCursor(paging: Paging | undefined, query: JsonObject): Json | undefined {
  if (paging?.kind !== 'cursor' || paging.position === undefined) return undefined
  const value = memberNamed(query, paging.position)
  return value === '' || value === null || cursorOffset(value) !== undefined ? undefined : value
}

/** A request for one page of a list. */
export interface Asked {
  readonly resource: Resource
  readonly declared: Operation
  readonly request: RequestValues
  /** What addresses begin with: nothing, or the URL of the server where the answer is to have whole ones. */
  readonly root: string
  readonly query: Pick<PageQuery, 'offset' | 'limit'>
}

/** Where the pages around this one begin; undefined where there is none. */
export interface Neighbours {
  readonly first: number
  readonly prev: number | undefined
  readonly next: number | undefined
  readonly last: number
}

/** The pages around the one that was asked for, of a list of so many items. */
export function neighbours({ query: { offset, limit } }: Asked, total: number): Neighbours {
  const size = Math.max(limit ?? total, 1)
  const last = total === 0 ? 0 : Math.floor((total - 1) / size) * size
  return {
    first: 0,
    prev: offset > 0 ? Math.max(0, Math.min(offset, last + size) - size) : undefined,
    next: limit !== 0 && offset + size < total ? offset + size : undefined,
    last,
  }
}

/** The parameter's value for the page that begins at an offset: itself, a page's number, or a cursor. */
export function positionAt(
  { resource: { paging }, query: { limit } }: Asked,
  offset: number,
): string | number {
  if (paging?.kind === 'page') return Math.floor(offset / Math.max(limit ?? 1, 1)) + paging.first
  return paging?.kind === 'cursor'
    ? btoa(`offset:${String(offset)}`).replaceAll('=', '')
    : offset + (paging?.first ?? 0)
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

/** Stands for the position while a page's address is encoded. */
const marker = 8_888_888_888

/** Paths and queries of pages, by offset. They differ in their position only: the rest is encoded once. */
export function addressesOf(asked: Asked): (offset: number) => string {
  const pieces = piecesOf(asked)
  return (offset) => {
    const position = positionAt(asked, offset)
    return pieces.length === 2
      ? pieces.join(encodeURIComponent(String(position)))
      : addressWith(asked, position)
  }
}

/** Of the lists asked for last, by operation: clients ask for the same ones again and again. */
const known = new WeakMap<Operation, Map<string, readonly string[]>>()

function piecesOf(asked: Asked): readonly string[] {
  const { resource, declared, request } = asked
  const key = keyOf(request.path, '') + keyOf(request.query, resource.paging?.position ?? '')
  const before = known.get(declared) ?? new Map<string, readonly string[]>()
  const pieces = before.get(key)
  if (pieces !== undefined) return pieces
  const made = addressWith(asked, marker).split(String(marker))
  if (before.size > 200) before.clear()
  known.set(declared, before.set(key, made))
  return made
}

/** The same for values that are encoded alike; one of them does not count. */
function keyOf(values: JsonObject, except: string): string {
  let key = '?'
  for (const name in values) {
    if (name !== except) key += `${JSON.stringify(name)}:${stringifyJson(values[name] as Json)},`
  }
  return key
}

function addressWith({ resource, declared, request }: Asked, value: Json): string {
  const position = resource.paging?.position
  const query = { ...request.query, ...(position !== undefined && { [position]: value }) }
  const encoded = encodeParameters(declared.path, declared.parameters, { path: request.path, query })
  return encoded.query === '' ? encoded.path : `${encoded.path}?${encoded.query}`
}
