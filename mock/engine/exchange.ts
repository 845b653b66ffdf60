import type { Operation } from '../../spec/document.ts'
import type { HttpRequest } from '../../spec/http.ts'
import type { RequestValues } from '../../spec/request.ts'
import type { Outcome } from '../behaviour.ts'
import type { Explanation } from './diagnostics/explanation.ts'
import type { Engine } from './engine.ts'
import type { InjectedFault } from './faults/fault-injector.ts'
import type { Plan } from './plan.ts'
import { preferenceApplied, type Preferences } from './request/prefer.ts'

/** One request on its way through the pipeline. Each step fills in what later steps need. */
export interface Exchange {
  readonly engine: Engine
  readonly request: HttpRequest
  readonly now: Date
  readonly preferences: Preferences
  /** The members of `Preference-Applied`. */
  readonly applied: string[]
  /** Why the answer is what it is; stays empty unless the client asks by `Prefer: explain`. */
  readonly reasons: Explanation[]
  /** Set by `route`. */
  plan: Plan | undefined
  /** Set by `route` when the path exists but not with this method: an operation whose error format applies. */
  sibling: Operation | undefined
  /** Set by `route`: path parameters, still percent-encoded. */
  params: Readonly<Record<string, string>>
  /** Set by `route`: the base path that was removed to find the operation; empty when none was. */
  base: string
  /** Set by `decode`. */
  values: RequestValues | undefined
  /** Set by `behave`: the entity tag that a GET would answer with after the change. */
  tag: string | undefined
  /** Set by the step that decided the answer. */
  outcome: Outcome | undefined
  /** Set by `injectFaults`: the faults of this request. */
  faults: readonly InjectedFault[] | undefined
  /** Header fields that the answer gets whatever its outcome. */
  fields: Readonly<Record<string, string>> | undefined
  /** Whether an expectation with `force` decided the answer, which may therefore violate the document. */
  isForced: boolean
}

/** Creates the exchange of a request. All of them are created here, so that V8 gives them the same hidden class. */
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
    applied: preferences.explain ? [preferenceApplied('explain', true)] : [],
    reasons: preferences.explain ? [] : none,
    plan: undefined,
    sibling: undefined,
    params: {},
    base: '',
    values: undefined,
    tag: undefined,
    outcome: undefined,
    faults: undefined,
    fields: undefined,
    isForced: false,
  }
}

const none: Explanation[] = []
