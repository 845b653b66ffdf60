import {
  isUpgrade,
  responseFor,
  type Document,
  type MediaType,
  type Operation,
  type Response,
} from '../../spec/document.ts'
import { operationsOf } from '../../spec/operations.ts'
import { createRequestReader } from '../../spec/request.ts'
import { unservableReason } from '../../spec/problems/unservable.ts'
import type { Validator } from '../../spec/validate.ts'
import {
  refuse,
  type Behaviour,
  type BehaviourContext,
  type Behaviours,
  type Outcome,
  type Refused,
} from '../behaviour.ts'
import type { MaybePromise } from '../maybe-promise.ts'
import type { Authenticators } from './authentication/authenticate.ts'
import type { Plan } from './plan.ts'
import { isKey } from './idempotency/idempotency.ts'
import { createLifecycleFields } from './lifecycle/lifecycle-fields.ts'
import { createNegotiation } from './response/negotiate.ts'

export interface PlanOptions {
  readonly document: Document
  readonly validator: Validator
  readonly behaviours: Behaviours
  /** What the operation does by its role; undefined when it has none. */
  readonly roleOf: (operation: Operation) => Behaviour | undefined
  /** Undefined when nothing is asked of clients. */
  readonly authenticators: Authenticators | undefined
}

/** Plans kept: a large document has tens of thousands of operations. */
const mostPlans = 5000

/** Works out what is known of an operation before any request, on its first call. */
export function createPlans(options: PlanOptions): (operation: Operation) => Plan {
  const plans = new Map<Operation, Plan>()
  return (operation) => {
    let plan = plans.get(operation)
    if (plan === undefined) {
      if (plans.size >= mostPlans) plans.clear()
      plan = createPlan(options, operation)
      plans.set(operation, plan)
    }
    return plan
  }
}

function createPlan(options: PlanOptions, declared: Operation): Plan {
  const { document, validator, authenticators } = options
  const get = getBeside(document, declared)
  const operation = get === undefined ? declared : withContentOf(get, declared)
  const acting = behaviourOf(options.behaviours, operation, options.roleOf(get ?? operation))
  return {
    operation,
    obstacle: acting.rule === undefined ? refusalOf(document, operation) : undefined,
    read: createRequestReader(document, operation, validator),
    authenticate: authenticators?.(operation) ?? (() => undefined),
    ...acting,
    success: successOf(operation),
    negotiate: createNegotiation(producedBy(operation)),
    hasIdempotencyKey: operation.parameters.some(({ in: place, name }) => place === 'header' && isKey(name)),
    lifecycle: createLifecycleFields(operation.lifecycle, operation.path),
  }
}

/**
 * For HEAD, the GET that it stands for: it is answered like that, without the content (RFC 9110 §9.3.2). Undefined where
 * its own responses say otherwise.
 */
function getBeside(document: Document, operation: Operation): Operation | undefined {
  if (operation.method !== 'HEAD') return undefined
  const { operations } = operationsOf(document)
  const get = operations.find(({ method, path }) => method === 'GET' && path === operation.path)
  return get && responseFor(operation, successOf(get).status) ? get : undefined
}

/** A HEAD declares no content, and its Content-Length and ETag are those of what GET declares. */
function withContentOf(get: Operation, head: Operation): Operation {
  const responses = head.responses.map((each) => {
    const content = get.responses.find(({ status }) => status === each.status)?.content ?? []
    return each.content.length > 0 ? each : { ...each, content }
  })
  return { ...head, responses }
}

/** What is said of an operation that only a rule can serve (RFC 9110 §15.5.22). */
function refusalOf(document: Document, operation: Operation): Refused | undefined {
  if (isUpgrade(operation)) {
    const headers = { Upgrade: 'websocket' }
    return refuse(426, 'upgrade_required', 'This is spoken in another protocol only.', { headers })
  }
  const obstacle = unservableReason(document, operation)
  return obstacle === undefined ? undefined : notServed(obstacle)
}

/** What the document leaves out nobody can serve but a rule. */
export function notServed(reason: string): Refused {
  return refuse(501, 'not_implemented', `The document does not say enough to serve this: ${reason}`)
}

/** A behaviour by id goes before the role, which it reaches by `next`. */
function behaviourOf(
  behaviours: Behaviours,
  operation: Operation,
  role: Behaviour | undefined,
): Pick<Plan, 'behaviour' | 'rule' | 'role'> {
  const rule = Object.hasOwn(behaviours, operation.id) ? behaviours[operation.id] : undefined
  if (rule === undefined || role === undefined) return { rule, role, behaviour: rule ?? role }
  const behaviour = (context: BehaviourContext): MaybePromise<Outcome> =>
    rule({ ...context, next: () => role(context) })
  return { rule, role, behaviour }
}

/** The lowest success that is declared; 200 when only a range, `default` or nothing is, a redirection where that is all. */
function successOf(operation: Operation): Plan['success'] {
  const declared = operation.responses.map(({ status }) => status)
  const exact = declared.filter((status) => /^2\d\d$/.test(status))
  const isOpen = declared.some((status) => /^2xx$|^default$/i.test(status))
  const others = exact.length > 0 || isOpen ? [] : declared.filter((status) => /^3\d\d$/.test(status))
  const status = Math.min(...(exact.length > 0 ? exact : others).map(Number))
  const chosen = Number.isFinite(status) ? status : 200
  return { status: chosen, response: responseFor(operation, chosen) }
}

function producedBy(operation: Operation): readonly MediaType[] {
  const declared = successes(operation)
  // A success without content can be sent to anyone.
  if (declared.some(({ content }) => content.length === 0)) return []
  return declared.flatMap(({ content }) => content)
}

function successes({ responses }: Operation): readonly Response[] {
  return responses.filter(({ status }) => status.startsWith('2'))
}
