import type { Operation } from '../../spec/document.ts'
import type { Json } from '../../spec/json.ts'
import { encodeParameters } from '../../spec/parameters.ts'
import type { RequestValues } from '../../spec/request.ts'
import type { Resource } from '../../spec/resources.ts'

/** A request for one page of a list. */
export interface Asked {
  readonly resource: Resource
  readonly declared: Operation
  readonly request: RequestValues
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
export function positionAt({ resource: { paging }, query: { limit } }: Asked, offset: number): Json {
  if (paging?.kind === 'page') return Math.floor(offset / Math.max(limit ?? 1, 1)) + paging.first
  return paging?.kind === 'cursor' ? btoa(`offset:${String(offset)}`).replaceAll('=', '') : offset
}

/** Path and query of the page that begins at an offset. */
export function addressOf(asked: Asked, offset: number): string {
  const { resource, declared, request } = asked
  const position = resource.paging?.position
  const query = { ...request.query, ...(position !== undefined && { [position]: positionAt(asked, offset) }) }
  const encoded = encodeParameters(declared.path, declared.parameters, { path: request.path, query })
  return encoded.query === '' ? encoded.path : `${encoded.path}?${encoded.query}`
}
