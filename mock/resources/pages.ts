import type { Operation } from '../../spec/document.ts'
import { stringifyJson, type Json, type JsonObject } from '../../spec/json.ts'
import { encodeParameters } from '../../spec/parameters.ts'
import type { RequestValues } from '../../spec/request.ts'
import type { Resource } from '../../spec/resources.ts'

/** A request for one page of a list. */
export interface Asked {
  readonly resource: Resource
  readonly declared: Operation
  readonly request: RequestValues
  /** What addresses begin with: nothing, or the URL of the server where the answer is to have whole ones. */
  readonly root: string
  readonly query: { readonly offset: number; readonly limit: number | undefined }
}

/** Where the pages around this one begin; undefined where there is none. */
export interface Neighbours {
  readonly first: number
  readonly prev: number | undefined
  readonly next: number | undefined
  readonly last: number
}

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
