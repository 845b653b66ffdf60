import type { HttpRequest, HttpResponse } from '../../spec/http.ts'
import { withoutSlash } from '../../spec/routing/path-template.ts'

/** A response as it was received. */
export interface Received extends HttpResponse {
  /** Field names in lower case; a repeated field is an array. */
  readonly headers: HttpResponse['headers']
  /** Every field line in order, names as sent, duplicates included. */
  readonly fields: readonly (readonly [name: string, value: string])[]
  readonly body: Uint8Array
  /**
   * `body` is only the beginning of the content, because it is longer than the client reads or is a stream; or it has an unknown
   * content coding.
   */
  readonly truncated: boolean
  /** Set if `body` is as it was sent, because it is not encoded as Content-Encoding says. */
  readonly isUndecodable?: true
}

export interface Exchange {
  readonly request: HttpRequest
  readonly response: Received
  readonly milliseconds: number
}

/**
 * Why there is no response. `unreachable`: no connection. `reset`: the connection was closed before the response was complete. `ended`:
 * so it was, and the server has been unreachable since. `timeout`: no response in time. `endless`: the content did not end in time.
 * `malformed`: not HTTP. `unsendable`: the request cannot be written as HTTP.
 */
export type Failure = 'unreachable' | 'reset' | 'ended' | 'timeout' | 'endless' | 'malformed' | 'unsendable'

export type Delivery =
  | { readonly kind: 'answered'; readonly exchange: Exchange }
  | {
      readonly kind: 'failed'
      readonly reason: Failure
      readonly request: HttpRequest
      readonly message: string
      /** What the user can do about it, in a sentence. */
      readonly remedy?: string | undefined
      /** How many other requests were waiting for a response at that time. */
      readonly besides?: number
    }

/** Sends the runner's requests to its target. Request paths are relative to the target's base path. */
export interface Client {
  /** Base URL without a trailing slash. */
  readonly target: string
  send(request: HttpRequest): Promise<Delivery>
  close(): Promise<void>
}

export interface ClientOptions {
  /** Milliseconds for a whole exchange. */
  readonly timeout: number
  /** Most connections open at once. */
  readonly connections: number
  /** Bytes of a response body that are read. */
  readonly maxBytes: number
}

export const clientDefaults: ClientOptions = { timeout: 10_000, connections: 4, maxBytes: 8 * 1024 * 1024 }

/** `https://host/base/` as `https://host/base`. */
export function normalizeTarget(url: URL): string {
  return `${url.origin}${withoutSlash(url.pathname)}`
}

/** The request target in origin form (RFC 9112 §3.2.1), below the target's base path. */
export function requestTarget(target: string, request: HttpRequest): string {
  return targetBelow(basePath(target), request)
}

/** The path of a target without a trailing slash; empty for the root. */
export function basePath(target: string): string {
  return withoutSlash(new URL(target).pathname)
}

/** As {@link requestTarget}, for a known base path. */
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

/** The header fields of a request as field lines: one for each value. */
export function fieldLines(request: HttpRequest): [name: string, value: string][] {
  return Object.entries(request.headers).flatMap(([name, value]) =>
    value === undefined ? [] : [value].flat().map((each): [string, string] => [name, each]),
  )
}
