import {
  isUpgrade,
  responseFor,
  type Document,
  type MediaType,
  type Operation,
  type Response,
} from '../../spec/document.ts'
import { betterThanBare } from '../../spec/inference/bodies/content.ts'
import { idempotencyKeyParameter } from '../../spec/inference/idempotency-keys.ts'
import { operationsOf } from '../../spec/operations.ts'
import { unservableReason } from '../../spec/problems/unservable.ts'
import { createRequestReader } from '../../spec/request.ts'
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
import { createLifecycleFields } from './lifecycle/lifecycle-fields.ts'
import type { Plan } from './plan.ts'
import { createNegotiation } from './response/negotiate.ts'

export interface PlanOptions {
  readonly document: Document
  readonly validator: Validator
  readonly behaviours: Behaviours
  /** What the operation does by its role in a resource; undefined when it has none. */
  readonly roleOf: (operation: Operation) => Behaviour | undefined
  /** Undefined when clients need no credentials. */
  readonly authenticators: Authenticators | undefined
}

/** How many plans are kept: a large document has tens of thousands of operations. */
const maxPlans = 5000

/** Creates the plan of each operation on its first call. */
export function createPlans(options: PlanOptions): (operation: Operation) => Plan {
  const plans = new Map<Operation, Plan>()
  return (operation) => {
    let plan = plans.get(operation)
    if (plan === undefined) {
      if (plans.size >= maxPlans) plans.clear()
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
  const requiresCondition = operation.responses.some(({ status }) => status === '428')
  const behaviours = behaviourOf(options.behaviours, operation, options.roleOf(get ?? operation))
  return {
    operation,
    obstacle: behaviours.rule === undefined ? refusalOf(document, operation) : undefined,
    read: createRequestReader(document, requiresCondition ? unconditional(operation) : operation, validator),
    authenticate: authenticators?.(operation) ?? (() => undefined),
    ...behaviours,
    success: successOf(operation),
    negotiate: createNegotiation(producedBy(operation)),
    hasIdempotencyKey: idempotencyKeyParameter(operation) !== undefined,
    requiresCondition,
    lifecycle: createLifecycleFields(operation.lifecycle, operation.path),
  }
}

/** An operation whose requests without If-Match are read as well, since they are answered with 428. */
const unconditional = (operation: Operation): Operation => ({
  ...operation,
  parameters: operation.parameters.filter(({ name }) => !/^if-match$/i.test(name)),
})

/**
 * The GET operation that a HEAD is answered like, without the content (RFC 9110 §9.3.2). Undefined for other methods, and
 * when the HEAD does not declare the success status of the GET.
 */
function getBeside(document: Document, operation: Operation): Operation | undefined {
  if (operation.method !== 'HEAD') return undefined
  const { operations } = operationsOf(document)
  const get = operations.find(({ method, path }) => method === 'GET' && path === operation.path)
  return get && responseFor(operation, successOf(get).status) ? get : undefined
}

/** Whatever content a HEAD declares, its Content-Length and ETag are those of the content that GET declares. */
function withContentOf(get: Operation, head: Operation): Operation {
  const responses = head.responses.map((each) => {
    const shown = get.responses.find(({ status }) => status === each.status)
    return shown ? { ...each, content: shown.content } : each
  })
  return { ...head, responses }
}

/** The refusal of an operation that only a behaviour can serve: 426 (RFC 9110 §15.5.22) or 501. */
function refusalOf(document: Document, operation: Operation): Refused | undefined {
  if (isUpgrade(operation)) {
    const headers = { Upgrade: 'websocket' }
    return refuse(426, 'upgrade_required', 'This operation is available over WebSocket only.', { headers })
  }
  const obstacle = unservableReason(document, operation)
  return obstacle === undefined ? undefined : notServed(obstacle)
}

/** 501 for what the document does not describe well enough to serve. */
export function notServed(reason: string): Refused {
  return refuse(501, 'not_implemented', `The mock cannot serve this operation from the document: ${reason}`)
}

/** A behaviour registered for the operation takes precedence over its role, which it can call as `next`. */
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

/**
 * The lowest 2xx status that is declared, else the lowest 3xx, else 200. A declared range (`2XX`) or `default` allows 200,
 * which then comes before a 3xx.
 */
function successOf(operation: Operation): Plan['success'] {
  const declared = operation.responses.map(({ status }) => status)
  const exact = declared.filter((status) => /^2\d\d$/.test(status))
  const isOpen = declared.some((status) => /^2xx$|^default$/i.test(status))
  const others = exact.length > 0 || isOpen ? [] : declared.filter((status) => /^3\d\d$/.test(status))
  const status = Math.min(...(exact.length > 0 ? exact : others).map(Number))
  const better = betterThanBare(operation.responses)
  const chosen = better ? Number(better.status) : Number.isFinite(status) ? status : 200
  return { status: chosen, response: responseFor(operation, chosen) }
}

function producedBy(operation: Operation): readonly MediaType[] {
  const declared = successes(operation)
  // A success without content suits every Accept field.
  if (declared.some(({ content }) => content.length === 0)) return []
  return declared.flatMap(({ content }) => content)
}

function successes({ responses }: Operation): readonly Response[] {
  return responses.filter(({ status }) => status.startsWith('2'))
}
