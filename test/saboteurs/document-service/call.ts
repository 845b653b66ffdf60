import type { Incoming, Reply } from '../shared/exchange.ts'
import type { Json, JsonObject } from '../shared/json.ts'
import type { Operation } from './document.ts'

/** A request with its route. */
export interface Call extends Incoming {
  readonly template: string | undefined
  /** Undefined for a method that the path does not have; for HEAD, the operation of GET. */
  readonly operation: Operation | undefined
  /** Path parameters, still percent-encoded. */
  readonly path: Readonly<Record<string, string>>
}

/** The decoded and valid parameters and body of a request. Header names are in lower case. */
export interface Values {
  readonly path: Readonly<Record<string, string>>
  readonly query: JsonObject
  readonly header: JsonObject
  readonly cookie: JsonObject
  readonly body: JsonObject
  /** The objects of a body that is a list. */
  readonly list: readonly JsonObject[]
}

export interface Detail {
  readonly in: string
  readonly path: string
  readonly message: string
}

interface ErrorExtras {
  readonly headers?: Readonly<Record<string, string>>
  readonly details?: readonly Detail[]
}

/** Makes an error response in the service's own error format. */
export type Refuse = (status: number, code: string, message: string, extras?: ErrorExtras) => Reply

export interface Context<State> {
  readonly state: State
  readonly now: Date
}

export type Handler<State> = (values: Values, context: Context<State>) => Reply

/** The object without members that are undefined. */
export function defined(members: Readonly<Record<string, Json | undefined>>): JsonObject {
  const entries = Object.entries(members).filter((entry): entry is [string, Json] => entry[1] !== undefined)
  return Object.fromEntries(entries)
}
