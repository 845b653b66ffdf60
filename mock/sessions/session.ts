import type { HttpRequest, HttpResponse } from '../../spec/http.ts'
import type { Clock } from '../data/random.ts'
import type { Expectation, Expectations, StandingExpectation } from '../engine/expectations/expectation.ts'
import type { Faults } from '../engine/faults/fault.ts'
import type { Store, StoreSnapshot } from '../store/store.ts'

/** An isolated world: records, clock, random numbers, idempotency keys, faults, expectations and scenario. */
export interface Session {
  readonly clock: Clock
  readonly store: Store
  readonly faults: FaultSwitches
  readonly expectations: Expectations
  /** Sets the response to the next requests for an operation. Short for `expectations.add`. */
  expect(expectation: Expectation): StandingExpectation
  /** The running scenario, and how many of its steps have started. Undefined if none is running. */
  readonly playing: { readonly name: string; readonly step: number } | undefined
  /** Starts a scenario in its own world; `undefined` ends it and goes back to the seeded world. Rejects with a
   *  MockOptionError if there is no scenario of that name. */
  scenario(name: string | undefined): Promise<void>
  /** Starts the scenario's next step. False if there is none. */
  nextStep(): Promise<boolean>
  /** Answers one request. Always resolves, unless a self-check throws. */
  readonly handle: (request: HttpRequest) => Promise<HttpResponse>
  /** Answers a web `Request`. */
  readonly fetch: (request: Request) => Promise<Response>
  /** Restores the initial records, random numbers, faults, expectations and scenario step, so that the same requests
   *  get the same responses again. The clock is left alone, unless the scenario sets it. */
  reset(): Promise<void>
  snapshot(): Promise<StoreSnapshot>
  restore(snapshot: StoreSnapshot): Promise<void>
}

/** The open sessions, besides the default one. */
export interface Sessions {
  /** Least recently used first. */
  list(): readonly OpenSession[]
  /** Closes all sessions of that name. False if there is none. The next request for it opens a new one. */
  drop(name: string): boolean
}

/** An entry in the list of open sessions. */
export interface OpenSession {
  /** Undefined if requests only named a scenario. */
  readonly session: string | undefined
  readonly scenario: string | undefined
  /** Seconds since the last request. */
  readonly idle: number
}

/** The active faults of a session. */
export interface FaultSwitches {
  get(): Faults
  /** Replaces all of them. Throws a MockOptionError that lists what is invalid. */
  set(faults: Faults): void
  clear(): void
}
