import type { BehaviourContext, Outcome } from '../../behaviour.ts'
import type { MaybePromise } from '../../maybe-promise.ts'
import { after } from '../../maybe-promise.ts'
import { asClient } from '../../store/as-client.ts'
import type { Transaction } from '../../store/store.ts'
import { clientOf } from '../authentication/credentials.ts'
import { serverUrlOf } from '../base-path.ts'
import { attribute } from '../diagnostics/explain.ts'
import type { Exchange } from '../exchange.ts'
import type { Plan } from '../plan.ts'
import { documentAnswers } from './answers.ts'

/** Runs the operation's behaviour or role; without either, returns the document's answer. */
export function act(exchange: Exchange, plan: Plan, tx: Transaction): MaybePromise<Outcome> {
  const { engine, values } = exchange
  const next = (): MaybePromise<Outcome> =>
    after(documentAnswers(), ({ documentAnswer }) =>
      documentAnswer(exchange, plan, { status: plan.success.status }),
    )
  if (plan.behaviour === undefined || values === undefined) return next()
  const client = clientOf(exchange.request, plan.operation)
  const context: BehaviourContext = {
    operation: plan.operation,
    request: values,
    store: client ? asClient(tx, client) : tx,
    now: () => exchange.now,
    serverUrl: () => serverUrlOf(exchange.request, exchange.base),
    random: engine.random,
    next,
  }
  return exchange.preferences.explain ? actAndExplain(exchange, plan, context) : plan.behaviour(context)
}

/** Runs the behaviour and notes who the outcome comes from: the rule, the role or the document. */
function actAndExplain(
  exchange: Exchange,
  { rule, role }: Plan,
  context: BehaviourContext,
): MaybePromise<Outcome> {
  let latest: Outcome | undefined
  const noted = (outcome: MaybePromise<Outcome>): MaybePromise<Outcome> =>
    after(outcome, (result) => (latest = result))
  const observed: BehaviourContext = { ...context, next: () => noted(context.next()) }
  const byRole = (): MaybePromise<Outcome> =>
    role === undefined ? observed.next() : noted(attribute(exchange, role(observed), () => latest, 'record'))
  if (rule === undefined) return byRole()
  return attribute(exchange, rule({ ...observed, next: byRole }), () => latest, 'rule')
}
