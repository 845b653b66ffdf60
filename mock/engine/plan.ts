import type { Operation, Response } from '../../spec/document.ts'
import type { HttpRequest } from '../../spec/http.ts'
import type { RequestReader } from '../../spec/request.ts'
import type { Behaviour, Refused } from '../behaviour.ts'
import type { LifecycleFields } from './lifecycle/lifecycle-fields.ts'

/** Everything that is known about an operation before any request for it. */
export interface Plan {
  readonly operation: Operation
  /** The refusal of an operation that cannot be served; undefined when it can be. */
  readonly obstacle: Refused | undefined
  /** Decodes and validates parameters and body. */
  readonly read: RequestReader
  /** 401 for a request without valid credentials. */
  readonly authenticate: (request: HttpRequest) => Refused | undefined
  /** What the operation does: `rule` with `role` as its `next`, or whichever of the two there is. */
  readonly behaviour: Behaviour | undefined
  /** The behaviour registered under the operation's id. */
  readonly rule: Behaviour | undefined
  /** What the operation does by its role in a resource: list, create, read, … */
  readonly role: Behaviour | undefined
  /** The response declared for success, and its status. */
  readonly success: { readonly status: number; readonly response: Response | undefined }
  /** 406 for an `Accept` field that matches no media type of the declared successes. */
  readonly negotiate: (accept: string) => Refused | undefined
  /** Whether the operation declares an Idempotency-Key header. */
  readonly hasIdempotencyKey: boolean
  /** Whether the operation declares 428: it refuses requests without preconditions (RFC 6585 §3). */
  readonly requiresCondition: boolean
  /** The Deprecation, Sunset and Link fields; undefined when the document declares none. */
  readonly lifecycle: LifecycleFields | undefined
}
