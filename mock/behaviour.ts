import type { Issue } from '../spec/validate.ts'
import type { Json } from '../spec/json.ts'
import type { Operation } from '../spec/document.ts'
import type { RequestValues } from '../spec/request.ts'
import type { Transaction } from './resources/store.ts'
import type { Random } from './data/random.ts'

/** What is there at once, unless something had to be waited for. */
export type MaybePromise<T> = T | Promise<T>

/** What a behaviour decided. `refused` undoes everything the behaviour did to the store. */
export type Outcome = Ok | Refused

/** An answer of the operation; what was done to the store is kept. */
export interface Ok {
  readonly kind: 'ok'
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: Json
}

/** An error, written as the document writes errors. */
export interface Refused {
  readonly kind: 'refused'
  readonly status: number
  /** Stable, snake_case: `out_of_stock`. */
  readonly code: string
  /** A sentence for people. */
  readonly message: string
  readonly headers?: Readonly<Record<string, string>>
  readonly details?: readonly Issue[]
}

/** What a behaviour is given: the request, and the world it is for. */
export interface BehaviourContext {
  readonly operation: Operation
  /** Decoded and valid. */
  readonly request: RequestValues
  readonly store: Transaction
  /** The mock's clock. */
  readonly now: () => Date
  readonly random: Random
  /** The URL that the document's paths come after, as the client sees it: `http://localhost:4010`. */
  readonly serverUrl: () => string
  /** What the mock would do without this behaviour: the resource's role, else an example or a generated answer. */
  readonly next: () => MaybePromise<Outcome>
}

/** Business rules of one operation. A request either changes everything it should, or nothing. */
export type Behaviour = (context: BehaviourContext) => MaybePromise<Outcome>

/** By operation id. */
export type Behaviours = Readonly<Record<string, Behaviour>>

/** Behaviours over others of the same operations, which they reach by `next`. */
export function layer(inner: Behaviours, outer: Behaviours): Behaviours {
  const layered = Object.entries(outer).map(([id, behaviour]): readonly [string, Behaviour] => {
    const below = Object.hasOwn(inner, id) ? inner[id] : undefined
    return [id, below ? (context) => behaviour({ ...context, next: () => below(context) }) : behaviour]
  })
  return { ...inner, ...Object.fromEntries(layered) }
}

/** The outcome of an operation that has acted: `ok(201, pet, { Location: '/pets/7' })`. */
export function ok(status: number, body?: Json, headers?: Readonly<Record<string, string>>): Ok {
  if (body === undefined) return headers ? { kind: 'ok', status, headers } : { kind: 'ok', status }
  return headers ? { kind: 'ok', status, body, headers } : { kind: 'ok', status, body }
}

/** The outcome of an operation that refuses, and leaves everything as it was: `refuse(409, 'out_of_stock', '…')`. */
export function refuse(
  status: number,
  code: string,
  message: string,
  extra: Pick<Refused, 'headers' | 'details'> = {},
): Refused {
  return { kind: 'refused', status, code, message, ...extra }
}
