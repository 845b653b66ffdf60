import type { Document, Operation } from '../../spec/document.ts'
import type { Router } from '../../spec/routes.ts'
import type { Validator } from '../../spec/validate.ts'
import type { Callbacks } from '../callbacks/callbacks.ts'
import type { Examples } from '../data/document-examples.ts'
import type { Fake } from '../data/fake.ts'
import type { Clock, Random } from '../data/random.ts'
import type { MaybePromise } from '../maybe-promise.ts'
import type { Store } from '../store/store.ts'
import type { Journal } from './diagnostics/journal.ts'
import type { ErrorWriter } from './errors/error-writer.ts'
import type { ExpectationQueue } from './expectations/expectation.ts'
import type { FaultInjector } from './faults/fault-injector.ts'
import type { Plan } from './plan.ts'
import type { DeclaredHeader } from './response/declared-headers.ts'

/**
 * Whether every response is checked against the document before it is sent. `report` logs violations and names them in
 * `X-Stablehand-Breach`; `throw`, or true, rejects the request instead of answering it.
 */
export type SelfCheck = boolean | 'report' | 'throw'

/** Everything that answering requests needs and that all requests of a session share. */
export interface Engine {
  readonly document: Document
  readonly router: Router
  readonly store: Store
  readonly clock: Clock
  /** The instant that generated dates are relative to. */
  readonly since: Date
  readonly examples: Examples
  readonly fake: Fake
  readonly errors: ErrorWriter
  /** The value of `Access-Control-Expose-Headers`, `A, B`; undefined when CORS is off. */
  readonly exposedHeaders: string | undefined
  /** The `Vary` field of every response. */
  readonly vary: string
  /** Largest request body, in bytes. */
  readonly maxBody: number
  /** Default values for the headers that the response declares; undefined when it needs none. */
  declaredHeaders(operation: Operation, status: number): MaybePromise<readonly DeclaredHeader[]> | undefined
  /**
   * Paths of the document's servers, without a trailing slash. A request path that matches no path of the document is
   * matched again without each of these prefixes.
   */
  readonly basePaths: readonly string[]
  /** Why the path item for a path cannot be read; undefined when every path item can be. */
  readonly unreadable: ((path: string) => string | undefined) | undefined
  /** The plan of an operation, created on its first call. */
  planOf: (operation: Operation) => Plan
  /** The random numbers that behaviours draw from; starts over on reset. */
  random: Random
  /** Called with every internal error that made an answer a 500. */
  readonly report: (error: unknown) => void
  readonly validator: Validator
  readonly selfCheck: SelfCheck
  /** Sends the callbacks of operations; undefined when callbacks are off. */
  callbacks: Callbacks | undefined
  /** Undefined while no faults are configured. */
  faultInjector: FaultInjector | undefined
  /** Undefined while no expectations are set. */
  expectations: ExpectationQueue | undefined
  /** Called with the status of every answer to an operation, before it is sent. Scenarios advance by it. */
  onAnswer: ((operation: Operation, status: number) => MaybePromise<void>) | undefined
  /** Undefined when no journal is kept. */
  readonly journal: Journal | undefined
}
