// HTTP messages as plain data (RFC 9110 §6): no framework objects and no web `Request` on the hot path.

/** Header fields; a repeated field is an array. */
export type Headers = Readonly<Record<string, string | readonly string[] | undefined>>

/** A request (RFC 9110 §3.4). */
export interface HttpRequest {
  /** The method as sent; standard ones are upper case. */
  readonly method: string
  /** The path of the request target as sent, percent-encoded; starts with `/` and has no query. */
  readonly path: string
  /** The query as sent, without `?`; empty when there is none. */
  readonly query: string
  /** Field names in lower case. */
  readonly headers: Headers
  readonly body: Uint8Array | undefined
  /** The part of the requested URL before `path`; `http://` and the `Host` field when absent. */
  readonly root?: string | undefined
  /** The address the request came from; absent for a request from within the same program. */
  readonly client?: string | undefined
}

/** A response (RFC 9110 §3.4). */
export interface HttpResponse {
  readonly status: number
  /** Field names may be in any case: read them with {@link header}. */
  readonly headers: Headers
  readonly body: string | Uint8Array | undefined
  /** Content that is sent in chunks as it is produced; `body` is then undefined. */
  readonly stream?: AsyncIterable<string | Uint8Array>
  /** How an adapter is to simulate a connection fault. When absent, the response is sent normally. */
  readonly delivery?: Delivery
}

/**
 * `drop`: the connection is closed without a response. `truncate`: it is closed after that many bytes of the body, although
 * Content-Length announces all of it. `slow`: the body is sent at that many bytes per second.
 */
export type Delivery =
  | { readonly kind: 'drop' }
  | { readonly kind: 'truncate'; readonly bytes: number }
  | { readonly kind: 'slow'; readonly bytesPerSecond: number }

/** The value of a field, whatever the case of its name; values of a repeated field are joined with `, `. */
export function header(headers: Headers, name: string): string | undefined {
  const values = headerValues(headers, name)
  return values.length === 0 ? undefined : values.join(', ')
}

/** The values of all field lines of that name, in order. */
export function headerValues(headers: Headers, field: string): readonly string[] {
  const wanted = field.toLowerCase()
  // A field may be called `constructor`, which every object inherits.
  const name = Object.hasOwn(headers, wanted) ? wanted : nameIgnoringCase(headers, wanted)
  const value = name === undefined ? undefined : headers[name]
  if (value === undefined) return noValues
  return typeof value === 'string' ? [value] : value
}

const noValues: readonly string[] = []

/** The name of the field as it is spelled in `headers`. */
function nameIgnoringCase(headers: Headers, wanted: string): string | undefined {
  for (const name in headers) {
    if (name.length === wanted.length && name.toLowerCase() === wanted) return name
  }
  return undefined
}

/** The methods that a Path Item has fields for, in OpenAPI 3.0 to 3.2. */
export const methods = ['GET', 'PUT', 'POST', 'DELETE', 'OPTIONS', 'HEAD', 'PATCH', 'TRACE', 'QUERY'] as const

/** One of {@link methods}, or a method from `additionalOperations` (OpenAPI 3.2). */
export type Method = string

/** Whether a method is safe, so must not change state (RFC 9110 §9.2.1; for QUERY, its own draft). */
export function isSafe(method: Method): boolean {
  return (
    method === 'GET' || method === 'HEAD' || method === 'OPTIONS' || method === 'TRACE' || method === 'QUERY'
  )
}

/** Whether a response with that status may have content (RFC 9110 §15.3.5, §15.3.6, §15.4.5). */
export function hasContent(status: number): boolean {
  return status !== 204 && status !== 205 && status !== 304
}

/** Whether the status is a client error that HTTP does not define, such as 480. */
export function isOwnStatus(status: string): boolean {
  return /^4(?:5[2-9]|[6-9]\d)$/.test(status)
}
