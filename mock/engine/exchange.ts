import type { Document, Operation, Response } from '../../spec/document.ts'
import type { HttpRequest, HttpResponse } from '../../spec/http.ts'
import type { ResponseChecker } from '../../spec/response.ts'
import type { RequestReader, RequestValues } from '../../spec/request.ts'
import type { Router } from '../../spec/routes.ts'
import type { Behaviour, Outcome, Refused } from '../behaviour.ts'
import type { Callbacks } from '../callbacks/callbacks.ts'
import type { Examples } from '../data/examples.ts'
import type { Fake } from '../data/fake.ts'
import type { Clock, Random } from '../data/random.ts'
import type { Store } from '../store/store.ts'
import type { DeclaredField } from './declared-fields.ts'
import type { ErrorWriter } from './errors.ts'
import type { Journal } from './journal.ts'
import type { Explanation } from './explain.ts'
import type { Expected } from './expectations.ts'
import type { Striker, Struck } from './faults-strike.ts'
import type { LifecycleFields } from './lifecycle.ts'
import { applied, type Preferences } from './prefer.ts'
import type { MaybePromise } from '../maybe-promise.ts'

/** What a mock is made of. One for all requests. */
export interface Engine {
  readonly document: Document
  readonly router: Router
  readonly store: Store
  readonly clock: Clock
  /** What generated dates are relative to. */
  readonly since: Date
  readonly examples: Examples
  readonly fake: Fake
  readonly errors: ErrorWriter
  /** Names of the header fields that browser code may read, `A, B`; undefined when CORS is off. */
  readonly exposedHeaders: string | undefined
  /** The `Vary` of every answer. */
  readonly vary: string
  /** Largest request body, in bytes. */
  readonly maxBody: number
  /** Values for the header fields of a declared response, for when nothing better is known of them; undefined when none. */
  declaredFields(operation: Operation, status: number): MaybePromise<readonly DeclaredField[]> | undefined
  /** Paths of the document's servers, without a trailing slash: what matches no path as sent is looked for below them. */
  readonly basePaths: readonly string[]
  /** Why what the document says of a path cannot be read; undefined when all can be. */
  readonly unreadable: ((path: string) => string | undefined) | undefined
  /** Worked out on an operation's first call. */
  planOf: (operation: Operation) => Plan
  /** What behaviours draw from; begins anew on reset. */
  random: Random
  /** Hears of every defect that made an answer 500. */
  readonly report: (error: unknown) => void
  /** Every way in which a response breaks what its operation declares. */
  readonly checkerOf: (operation: Operation) => ResponseChecker
  /** Names in a response what it breaks of the document, or throws; undefined when that is not asked for. */
  readonly selfCheck: ((operation: Operation, response: HttpResponse) => HttpResponse) | undefined
  /** Sends what the document says an operation sets off; undefined when that is not asked for. */
  callbacks: Callbacks | undefined
  /** Undefined while no faults are on. */
  striker: Striker | undefined
  /** Answers that were set for requests to come; undefined while there are none. */
  expected: Expected | undefined
  /** Hears of every answer to an operation before it leaves; undefined when nobody does. */
  answered: ((operation: Operation, status: number) => MaybePromise<void>) | undefined
  /** Undefined when none is kept. */
  readonly journal: Journal | undefined
}

/** All that one operation needs and no request changes. */
export interface Plan {
  readonly operation: Operation
  /** Why it cannot be served; undefined when it can be. */
  readonly obstacle: Refused | undefined
  readonly read: RequestReader
  readonly authenticate: (request: HttpRequest) => Refused | undefined
  /** A behaviour of the user's or the document's own, or what the operation's role does; undefined when neither. */
  readonly behaviour: Behaviour | undefined
  /** What of that is a rule, and what the role does. */
  readonly rule: Behaviour | undefined
  readonly role: Behaviour | undefined
  /** The response declared for success, and its status. */
  readonly success: { readonly status: number; readonly response: Response | undefined }
  /** 406 for an `Accept` field that none of the declared successes can meet. */
  readonly negotiate: (accept: string) => Refused | undefined
  readonly hasIdempotencyKey: boolean
  readonly lifecycle: LifecycleFields | undefined
}

/** One request on its way to its answer. Steps fill in what later ones need. */
export interface Exchange {
  readonly engine: Engine
  readonly request: HttpRequest
  readonly now: Date
  readonly preferences: Preferences
  /** What `Preference-Applied` will say. */
  readonly applied: string[]
  /** Why the answer is what it is; empty unless the client asks. */
  readonly reasons: Explanation[]
  /** By `route`. */
  plan: Plan | undefined
  /** By `route`: an operation of the path, where none has the method. Tells how its errors look. */
  sibling: Operation | undefined
  /** By `route`: path parameters, still percent-encoded. */
  params: Readonly<Record<string, string>>
  /** By `route`: the one of the engine's base paths that was left out to find the operation. */
  base: string
  /** By `decode`. */
  values: RequestValues | undefined
  /** By `behave`: entity tag of what a GET would answer from now on. */
  tag: string | undefined
  /** By the step that ended it. */
  outcome: Outcome | undefined
  /** By `disturb`: the faults that have struck. */
  struck: readonly Struck[] | undefined
  /** Header fields of the answer, whatever it is. */
  fields: Readonly<Record<string, string>> | undefined
  /** The answer may break the document: someone insists. */
  isForced: boolean
}

/** A request at the beginning of its way. All exchanges are made here: they are of one shape. */
export function createExchange(
  engine: Engine,
  request: HttpRequest,
  preferences: Preferences,
  now: Date,
): Exchange {
  return {
    engine,
    request,
    now,
    preferences,
    applied: preferences.explain ? [applied('explain', true)] : [],
    reasons: preferences.explain ? [] : none,
    plan: undefined,
    sibling: undefined,
    params: {},
    base: '',
    values: undefined,
    tag: undefined,
    outcome: undefined,
    struck: undefined,
    fields: undefined,
    isForced: false,
  }
}

const none: Explanation[] = []
