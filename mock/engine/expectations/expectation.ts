import type { Operation } from '../../../spec/document.ts'
import type { Json } from '../../../spec/json.ts'

/** The answer for the next valid requests to an operation, which does not run. */
export interface Expectation {
  /** An operation id, or method and path: `POST /store/orders`. With a concrete path, `PATCH /pets/3`, it matches only that path. */
  readonly operation: string
  /** 200 to 599. */
  readonly status: number
  /** Default: for an error, a body in the document's error format; else the document's example or a generated value. */
  readonly body?: Json
  readonly headers?: Readonly<Record<string, string>>
  /** The code of an error without `body`: `out_of_stock`. */
  readonly code?: string
  /** The message of an error without `body`. */
  readonly message?: string
  /** How many requests it answers. Default 1. */
  readonly times?: number | 'always'
  /** Accept the expectation even if the document does not allow its answer. */
  readonly force?: boolean
}

/** An expectation that has not been used up. */
export interface StandingExpectation extends Expectation {
  readonly id: number
  /** How many more requests it answers. */
  readonly remaining: number | 'always'
}

/** The expectations of a session. */
export interface Expectations {
  /** Throws a MockOptionError when the document does not allow the answer; its message says what it does allow. */
  add(expectation: Expectation): StandingExpectation
  /** In the order in which they were added: the first that matches a request answers it. */
  list(): readonly StandingExpectation[]
  /** Returns false when there is no expectation with this id. */
  remove(id: number): boolean
  clear(): void
}

/** The expectations as the pipeline sees them. */
export interface ExpectationQueue {
  /** Returns the first expectation that matches, and counts the request. */
  take(operation: Operation, params: Readonly<Record<string, string>>): StandingExpectation | undefined
}
