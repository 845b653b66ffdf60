import type { Operation } from '../../../spec/document.ts'
import type { Json } from '../../../spec/json.ts'

/** What the next valid requests for an operation are answered with. The operation does not act. */
export interface Expectation {
  /** Its id, or method and path: `POST /store/orders`; with a concrete path, `PATCH /pets/3`, only requests for that. */
  readonly operation: string
  /** 200 to 599. */
  readonly status: number
  /** When absent: an error as the document writes errors, else what the document gives. */
  readonly body?: Json
  readonly headers?: Readonly<Record<string, string>>
  /** Of an error without a body of its own: `out_of_stock`. */
  readonly code?: string
  /** Of an error without a body of its own. */
  readonly message?: string
  /** For how many requests it stands. Default 1. */
  readonly times?: number | 'always'
  /** Even if the document does not allow the answer. */
  readonly force?: boolean
}

/** An expectation that still has requests to answer. */
export interface StandingExpectation extends Expectation {
  readonly id: number
  /** Requests still to be answered by it. */
  readonly remaining: number | 'always'
}

/** Answers that are set for requests to come. */
export interface Expectations {
  /** Throws a MockOptionError that says what the document does allow, when it does not allow this. */
  add(expectation: Expectation): StandingExpectation
  /** In the order in which they were added: the first that fits a request answers it. */
  list(): readonly StandingExpectation[]
  /** False when there is none of that id. */
  remove(id: number): boolean
  clear(): void
}

/** Hands out what was set for a request, and counts. */
export interface ExpectationQueue {
  take(operation: Operation, params: Readonly<Record<string, string>>): StandingExpectation | undefined
}
