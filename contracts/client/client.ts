import type { HttpRequest, HttpResponse } from '../../spec/http.ts'

/** A response as it came over the wire. */
export interface Received extends HttpResponse {
  /** Field names in lower case; a repeated field is an array. */
  readonly headers: HttpResponse['headers']
  /** Every field line, name as sent, in order: duplicates are seen here. */
  readonly fields: readonly (readonly [name: string, value: string])[]
  readonly body: Uint8Array
  /**
   * There was more than the client reads, or it went on for ever: `body` is its beginning. Or it has a content coding
   * that is not known.
   */
  readonly truncated: boolean
}

export interface Exchange {
  readonly request: HttpRequest
  readonly response: Received
  readonly milliseconds: number
}

/**
 * Why no response came. `unreachable`: no connection. `reset`: closed before a whole response. `ended`: closed so, and no
 * connection since. `timeout`: none in time. `endless`: its content did not end in time. `malformed`: what came is no HTTP.
 * `unsendable`: the request cannot be written as HTTP.
 */
export type Failure = 'unreachable' | 'reset' | 'ended' | 'timeout' | 'endless' | 'malformed' | 'unsendable'

export type Delivery =
  | { readonly kind: 'answered'; readonly exchange: Exchange }
  | {
      readonly kind: 'failed'
      readonly reason: Failure
      readonly request: HttpRequest
      readonly message: string
      /** How many other requests waited for a response at that time. */
      readonly besides?: number
    }

/** How the runner reaches its target. Request paths are relative to the target's base path. */
export interface Client {
  /** Base URL without a trailing slash. */
  readonly target: string
  send(request: HttpRequest): Promise<Delivery>
  close(): Promise<void>
}

export interface ClientOptions {
  /** Milliseconds for a whole exchange. */
  readonly timeout: number
  /** Connections open at once. */
  readonly connections: number
  /** Bytes of a response body that are read. */
  readonly maxBytes: number
}

export const clientDefaults: ClientOptions = { timeout: 10_000, connections: 4, maxBytes: 8 * 1024 * 1024 }

/** `https://host/base/` as `https://host/base`. */
export function normalizeTarget(url: URL): string {
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}`
}

/** Request target of a request, in origin form (RFC 9112 §3.2.1), below the target's base path. */
export function requestTarget(target: string, request: HttpRequest): string {
  return targetBelow(basePath(target), request)
}

/** Path of a target without a trailing slash; empty when it has none. */
export function basePath(target: string): string {
  return new URL(target).pathname.replace(/\/+$/, '')
}

/** As {@link requestTarget}, where the base path is known. */
export function targetBelow(base: string, { path, query }: HttpRequest): string {
  return query === '' ? `${base}${path}` : `${base}${path}?${query}`
}

/** Field lines as a record: names in lower case, a repeated field as an array. */
export function toHeaders(fields: Received['fields']): HttpResponse['headers'] {
  const headers: Record<string, string | string[]> = Object.create(null) as Record<string, string | string[]>
  for (const [name, value] of fields) {
    const key = name.toLowerCase()
    const before = headers[key]
    if (before === undefined) headers[key] = value
    else if (typeof before === 'string') headers[key] = [before, value]
    else before.push(value)
  }
  return headers
}

/** A request's fields as name and value, each value of a repeated field on its own. */
export function fieldLines(request: HttpRequest): [name: string, value: string][] {
  return Object.entries(request.headers).flatMap(([name, value]) =>
    value === undefined ? [] : [value].flat().map((each): [string, string] => [name, each]),
  )
}
