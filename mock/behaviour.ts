import type { Operation } from '../spec/document.ts'
import type { Json } from '../spec/json.ts'
import type { RequestValues } from '../spec/request.ts'
import type { Issue } from '../spec/validate.ts'
import type { Random } from './data/random.ts'
import type { MaybePromise } from './maybe-promise.ts'
import type { Transaction } from './store/store.ts'

/** The result of a behaviour. A refusal undoes everything the behaviour did to the store. */
export type Outcome = Ok | Refused

/** A successful response. Changes to the store are kept. */
export interface Ok {
  readonly kind: 'ok'
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: Json
  /** The content in place of the body, if no JSON value represents it. */
  readonly content?: { readonly type: string; readonly bytes: Uint8Array }
}

/** An error response, in the format the document declares for errors. */
export interface Refused {
  readonly kind: 'refused'
  readonly status: number
  /** A stable, machine-readable code in snake_case, such as `out_of_stock`. */
  readonly code: string
  /** A sentence for humans. */
  readonly message: string
  readonly headers?: Readonly<Record<string, string>>
  readonly details?: readonly Issue[]
}

/** The arguments of a behaviour: the request, and the state it applies to. */
export interface BehaviourContext {
  readonly operation: Operation
  /** The decoded request, already validated against the document. */
  readonly request: RequestValues
  readonly store: Transaction
  /** The current time of the mock's clock. */
  readonly now: () => Date
  readonly random: Random
  /** The base URL of the API as the client sees it, to which the document's paths are appended: `http://localhost:4010`. */
  readonly serverUrl: () => string
  /** The default: what the operation's role on its resource does, otherwise an example or a generated response. */
  readonly next: () => MaybePromise<Outcome>
}

/** The business rules of one operation. Each request is a transaction: it makes all of its changes or none. */
export type Behaviour = (context: BehaviourContext) => MaybePromise<Outcome>

/** Behaviours by operation id. */
export type Behaviours = Readonly<Record<string, Behaviour>>

/** Stacks behaviours: where both define an operation, `next` of the outer one calls the inner one. */
export function layer(inner: Behaviours, outer: Behaviours): Behaviours {
  const layered = Object.entries(outer).map(([id, behaviour]): readonly [string, Behaviour] => {
    const wrapped = Object.hasOwn(inner, id) ? inner[id] : undefined
    return [id, wrapped ? (context) => behaviour({ ...context, next: () => wrapped(context) }) : behaviour]
  })
  return { ...inner, ...Object.fromEntries(layered) }
}

/** Creates a successful outcome: `ok(201, pet, { Location: '/pets/7' })`. */
export function ok(status: number, body?: Json, headers?: Readonly<Record<string, string>>): Ok {
  if (body === undefined) return headers ? { kind: 'ok', status, headers } : { kind: 'ok', status }
  return headers ? { kind: 'ok', status, body, headers } : { kind: 'ok', status, body }
}

/** Creates a refusal, which undoes all changes of the request: `refuse(409, 'out_of_stock', '…')`. */
export function refuse(
  status: number,
  code: string,
  message: string,
  extra: Pick<Refused, 'headers' | 'details'> = {},
): Refused {
  return { kind: 'refused', status, code, message, ...extra }
}
