import type { Operation } from '../../../../spec/document.ts'
import { stringifyJson, type Json, type JsonObject } from '../../../../spec/json.ts'
import { encodeParameters } from '../../../../spec/parameters/encode-parameters.ts'
import { nestedQuery } from '../../../../spec/parameters/nested-query.ts'
import type { RequestValues } from '../../../../spec/request.ts'
import type { Resource } from '../../../../spec/resources.ts'
import { cursorAt } from './cursor.ts'
import type { PageQuery } from './page-query.ts'

/** A request for a page of a list. */
export interface PageRequest {
  readonly resource: Resource
  readonly declared: Operation
  readonly request: RequestValues
  /** Prefix of links to pages: empty, or the URL of the server if the links have to be absolute. */
  readonly baseUrl: string
  readonly query: Pick<PageQuery, 'offset' | 'limit'>
}

/** Offsets of the pages around a page; undefined where there is none. */
export interface Neighbours {
  readonly first: number
  readonly prev: number | undefined
  readonly next: number | undefined
  readonly last: number
}

/** The pages around the requested one, in a list of `total` items. */
export function neighbours({ query: { offset, limit } }: PageRequest, total: number): Neighbours {
  const size = Math.max(limit ?? total, 1)
  const last = total === 0 ? 0 : Math.floor((total - 1) / size) * size
  return {
    first: 0,
    prev: offset > 0 ? Math.max(0, Math.min(offset, last + size) - size) : undefined,
    next: limit !== 0 && offset + size < total ? offset + size : undefined,
    last,
  }
}

/** The value of the paging parameter for the page at an offset: an offset, a page number, or a cursor. */
export function positionAt(
  { resource: { paging }, query: { limit } }: PageRequest,
  offset: number,
): string | number {
  if (paging?.kind === 'page') return Math.floor(offset / Math.max(limit ?? 1, 1)) + paging.first
  return paging?.kind === 'cursor' ? cursorAt(offset) : offset + (paging?.first ?? 0)
}

/** Stands for the position while the link to a page is encoded. */
const placeholder = 8_888_888_888

/** Returns the path and query of pages by offset. They differ only in the position, so the rest is encoded once. */
export function pageLinksOf(pageRequest: PageRequest): (offset: number) => string {
  const pieces = linkPiecesOf(pageRequest)
  return (offset) => {
    const position = positionAt(pageRequest, offset)
    return pieces.length === 2
      ? pieces.join(encodeURIComponent(String(position)))
      : linkWith(pageRequest, position)
  }
}

/** Links before and after the position, for recent requests: clients ask for the same lists again and again. */
const recentPieces = new WeakMap<Operation, Map<string, readonly string[]>>()

/** Requests kept per operation. */
const maxRecent = 200

function linkPiecesOf(pageRequest: PageRequest): readonly string[] {
  const { resource, declared, request } = pageRequest
  const key = keyOf(request.path, '') + keyOf(request.query, resource.paging?.position ?? '')
  const known = recentPieces.get(declared) ?? new Map<string, readonly string[]>()
  const pieces = known.get(key)
  if (pieces !== undefined) return pieces
  const made = linkWith(pageRequest, placeholder).split(String(placeholder))
  if (known.size > maxRecent) known.clear()
  recentPieces.set(declared, known.set(key, made))
  return made
}

/** A text that identifies the values, without the one named `except`. */
function keyOf(values: JsonObject, except: string): string {
  let key = '?'
  for (const name in values) {
    if (name !== except) key += `${JSON.stringify(name)}:${stringifyJson(values[name] as Json)},`
  }
  return key
}

/** The path and query of a page at a position. */
export function linkWith({ resource, declared, request }: PageRequest, value: Json): string {
  const position = resource.paging?.position
  const query = { ...request.query, ...(position !== undefined && { [position]: value }) }
  const encoded = encodeParameters(declared.path, declared.parameters, {
    path: request.path,
    query: nestedQuery(declared, query),
  })
  return encoded.query === '' ? encoded.path : `${encoded.path}?${encoded.query}`
}
