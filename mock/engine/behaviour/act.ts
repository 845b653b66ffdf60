import type { BehaviourContext, Outcome } from '../../behaviour.ts'
import type { MaybePromise } from '../../maybe-promise.ts'
import { after } from '../../maybe-promise.ts'
import type { Transaction } from '../../store/store.ts'
import { serverUrlOf } from '../routing/base-path.ts'
import { documentAnswer } from './document-answer.ts'
import type { Exchange } from '../exchange.ts'
import type { Plan } from '../plan.ts'
import { attribute } from '../diagnostics/explain.ts'

/** What an operation does by its behaviour or role, else the document's answer. */
export function act(exchange: Exchange, plan: Plan, tx: Transaction): MaybePromise<Outcome> {
  const { engine, values } = exchange
  const next = (): MaybePromise<Outcome> => documentAnswer(exchange, plan, { status: plan.success.status })
  if (plan.behaviour === undefined || values === undefined) return next()
  const context: BehaviourContext = {
    operation: plan.operation,
    request: values,
    store: tx,
    now: () => exchange.now,
    serverUrl: () => serverUrlOf(exchange.request, exchange.base),
    random: engine.random,
    next,
  }
  return exchange.preferences.explain ? actAndTell(exchange, plan, context) : plan.behaviour(context)
}

/** The same, step by step, to see whose answer it is in the end. */
function actAndTell(
  exchange: Exchange,
  { rule, role }: Plan,
  context: BehaviourContext,
): MaybePromise<Outcome> {
  let known: Outcome | undefined
  const noted = (outcome: MaybePromise<Outcome>): MaybePromise<Outcome> =>
    after(outcome, (result) => (known = result))
  const told: BehaviourContext = { ...context, next: () => noted(context.next()) }
  const byRole = (): MaybePromise<Outcome> =>
    role === undefined ? told.next() : noted(attribute(exchange, role(told), () => known, 'record'))
  if (rule === undefined) return byRole()
  return attribute(exchange, rule({ ...told, next: byRole }), () => known, 'rule')
}
