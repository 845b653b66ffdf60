import type { Incoming, Reply } from '../exchange.ts'
import type { Json, JsonObject } from '../json.ts'
import type { Operation } from './document.ts'

/** A request, as far as routing has understood it. */
export interface Call extends Incoming {
  readonly template: string | undefined
  /** HEAD is the operation of its GET. */
  readonly operation: Operation | undefined
  /** Parameters of the path, still percent-encoded. */
  readonly path: Readonly<Record<string, string>>
}

/** A call's parameters and body, decoded and valid. Header names in lower case. */
export interface Values {
  readonly path: Readonly<Record<string, string>>
  readonly query: JsonObject
  readonly header: JsonObject
  readonly cookie: JsonObject
  readonly body: JsonObject
}

export interface Detail {
  readonly in: string
  readonly path: string
  readonly message: string
}

interface Fault {
  readonly headers?: Readonly<Record<string, string>>
  readonly details?: readonly Detail[]
}

/** An error in the shape that the service gives its errors. */
export type Refuse = (status: number, code: string, message: string, fault?: Fault) => Reply

export interface Context<State> {
  readonly state: State
  readonly now: Date
}

export type Handler<State> = (values: Values, context: Context<State>) => Reply

/** The members of an object that have a value. */
export function defined(members: Readonly<Record<string, Json | undefined>>): JsonObject {
  const entries = Object.entries(members).filter((entry): entry is [string, Json] => entry[1] !== undefined)
  return Object.fromEntries(entries)
}
