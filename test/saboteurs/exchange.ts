import type { OperationId } from './inputs.ts'
import type { Json, JsonObject } from './json.ts'

/** A request as it came. */
export interface Incoming {
  readonly method: string
  /** Path and query as sent. */
  readonly target: string
  /** Field names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>
  /** Undefined when it is larger than the store takes. */
  readonly body: Uint8Array | undefined
}

/** A request, as far as routing has understood it. */
export interface Call extends Incoming {
  /** The path template, when there is one. */
  readonly template: string | undefined
  /** The operation, when the template has one for the method; HEAD is its GET. */
  readonly operationId: OperationId | undefined
  /** Parameters of the path, still percent-encoded. */
  readonly path: Readonly<Record<string, string>>
}

/** A call's parameters and body, decoded and valid. */
export interface Values {
  readonly path: JsonObject
  readonly query: JsonObject
  readonly header: JsonObject
  readonly body: JsonObject
}

export interface Reply {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** Undefined when there is no content. */
  readonly body: Json | undefined
}

/** A reply as it goes out. */
export interface Wire {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly text: string | undefined
}

export function reply(status: number, body?: Json, headers: Readonly<Record<string, string>> = {}): Reply {
  return { status, headers, body }
}

export interface Detail extends JsonObject {
  readonly in: string
  readonly path: string
  readonly keyword: string
  readonly message: string
}

export function refuse(
  status: number,
  code: string,
  message: string,
  extra: { readonly headers?: Readonly<Record<string, string>>; readonly details?: readonly Detail[] } = {},
): Reply {
  const { headers = {}, details } = extra
  return reply(status, { code, message, status, ...(details && { details }) }, headers)
}
