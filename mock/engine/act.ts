import type { MaybePromise, Outcome } from '../behaviour.ts'
import type { Transaction } from '../resources/store.ts'
import { documentAnswer } from './document-answer.ts'
import type { Exchange, Plan } from './exchange.ts'

/** What an operation does by its behaviour or role, else the document's answer. */
export function act(exchange: Exchange, plan: Plan, tx: Transaction): MaybePromise<Outcome> {
  const { engine, values } = exchange
  const next = (): MaybePromise<Outcome> => documentAnswer(exchange, plan, { status: plan.success.status })
  if (plan.behaviour === undefined || values === undefined) return next()
  return plan.behaviour({
    operation: plan.operation,
    request: values,
    store: tx,
    now: () => exchange.now,
    random: engine.random,
    next,
  })
}
