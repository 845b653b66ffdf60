import type { StoreSnapshot } from '../../mock/index.ts'

/** The part of a mock that tests control, wherever it runs. */
export interface ControlledMock {
  reset(): Promise<void>
  snapshot(): Promise<StoreSnapshot>
  restore(snapshot: StoreSnapshot): Promise<void>
  readonly clock: { set(instant: string): void }
}

/** A way to reach a mock over one transport. */
export interface Connection {
  readonly fetch: (request: Request) => Promise<Response>
  /** The prefix of every path. */
  readonly baseUrl: string
  readonly close: () => Promise<void> | void
}
