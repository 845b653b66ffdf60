import { reply, type Incoming, type Reply } from '../../shared/exchange.ts'
import type { JsonObject } from '../../shared/json.ts'
import type { OperationId } from './inputs.ts'

/** A request with its route. */
export interface Call extends Incoming {
  /** The path template; undefined for an unknown path. */
  readonly template: string | undefined
  /** Undefined for a method that the path does not have; for HEAD, the operation of GET. */
  readonly operationId: OperationId | undefined
  /** Path parameters, still percent-encoded. */
  readonly path: Readonly<Record<string, string>>
}

/** The decoded and valid parameters and body of a request. */
export interface Values {
  readonly path: JsonObject
  readonly query: JsonObject
  readonly header: JsonObject
  readonly body: JsonObject
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
