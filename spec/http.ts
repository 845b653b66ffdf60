/**
 * HTTP messages as plain data: no framework object and no web `Request` on the hot path.
 * RFC 9110 §6.
 */

/** Header fields. A repeated field is an array. */
export type Headers = Readonly<Record<string, string | readonly string[] | undefined>>

/** A request (RFC 9110 §3.4). */
export interface HttpRequest {
  /** The method as sent; standard ones are upper case. */
  readonly method: string
  /** Path of the request target as sent, still percent-encoded; starts with `/`, holds no query. */
  readonly path: string
  /** Query as sent, without `?`; empty when there is none. */
  readonly query: string
  /** Field names in lower case. */
  readonly headers: Headers
  readonly body: Uint8Array | undefined
  /** What stands before `path` in the URL that was asked for; `http://` and the `Host` when absent. */
  readonly root?: string | undefined
  /** Address the request came from; absent for one from the same program. */
  readonly client?: string | undefined
}

/** A response (RFC 9110 §3.4). */
export interface HttpResponse {
  readonly status: number
  /** Field names in any case: read with {@link header}. */
  readonly headers: Headers
  readonly body: string | Uint8Array | undefined
  /** Content that is sent piece by piece, as it comes to be; `body` is undefined then. */
  readonly stream?: AsyncIterable<string | Uint8Array>
  /** How it is sent, when that goes wrong on purpose: for adapters to carry out. Whole and at once when absent. */
  readonly delivery?: Delivery
}

/**
 * `drop`: the connection ends without an answer. `truncate`: it ends after so many bytes of the body, while
 * Content-Length promises all of it. `slow`: the body comes at so many bytes a second.
 */
export type Delivery =
  | { readonly kind: 'drop' }
  | { readonly kind: 'truncate'; readonly bytes: number }
  | { readonly kind: 'slow'; readonly bytesPerSecond: number }

/** One field's value whatever the case of its name; the values of a repeated field are joined with `, `. */
export function header(headers: Headers, name: string): string | undefined {
  const values = headerValues(headers, name)
  return values.length === 0 ? undefined : values.join(', ')
}

/** Every field line of that name, in order; empty when there is none. */
export function headerValues(headers: Headers, field: string): readonly string[] {
  const wanted = field.toLowerCase()
  // A field may be called `constructor`, as every object has one.
  const name = Object.hasOwn(headers, wanted) ? wanted : spelledLike(headers, wanted)
  const found = name === undefined ? undefined : headers[name]
  if (found === undefined) return noValues
  return typeof found === 'string' ? [found] : found
}

const noValues: readonly string[] = []

/** A field's name as it is written there. */
function spelledLike(headers: Headers, wanted: string): string | undefined {
  for (const name in headers) {
    if (name.length === wanted.length && name.toLowerCase() === wanted) return name
  }
  return undefined
}

/** The methods that Path Items have members for, in OpenAPI 3.0 to 3.2. */
export const methods = ['GET', 'PUT', 'POST', 'DELETE', 'OPTIONS', 'HEAD', 'PATCH', 'TRACE', 'QUERY'] as const

/** A method an OpenAPI Path Item can describe (3.0 to 3.2), or one of 3.2's `additionalOperations`. */
export type Method = string

/** Methods that must not change state (RFC 9110 §9.2.1; QUERY by its own draft). */
export function isSafe(method: Method): boolean {
  return (
    method === 'GET' || method === 'HEAD' || method === 'OPTIONS' || method === 'TRACE' || method === 'QUERY'
  )
}

/** Whether a response of that status may have content (RFC 9110 §15.3.5, §15.3.6, §15.4.5). */
export function hasContent(status: number): boolean {
  return status !== 204 && status !== 205 && status !== 304
}

/** Whether it is an error of the client's that HTTP gives no meaning, such as 480: a number of a document's own. */
export function isOwnStatus(status: string): boolean {
  return /^4(?:5[2-9]|[6-9]\d)$/.test(status)
}
