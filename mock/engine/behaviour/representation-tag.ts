import type { Operation } from '../../../spec/document.ts'
import type { Outcome } from '../../behaviour.ts'
import type { MaybePromise } from '../../maybe-promise.ts'
import { after } from '../../maybe-promise.ts'
import type { Transaction } from '../../store/store.ts'
import { inDeclaredForm } from '../conditional/tag-form.ts'
import { createExchange, type Exchange } from '../exchange.ts'
import { payloadOf, tagOf } from '../response/payload.ts'
import { act } from './act.ts'

/**
 * The entity tag that a GET would answer with at this point of the transaction: for the path of the request, or for
 * `location` when the request has just created a record there. Undefined when the GET would not answer 200.
 */
export function representationTag(
  exchange: Exchange,
  tx: Transaction,
  location: string = exchange.request.path.slice(exchange.base.length),
): MaybePromise<string | undefined> {
  const { engine, request } = exchange
  const match = engine.router.match('GET', location, request.query, request.headers)
  if (match.kind !== 'found') return undefined
  const plan = engine.planOf(match.operation)
  const { query, headers, client } = request
  const get = { method: 'GET', path: exchange.base + location, query, headers, body: undefined, client }
  const reading = plan.read(get, match.params)
  if (reading.kind !== 'read' || reading.issues.length > 0) return undefined
  const asGet = createExchange(engine, get, exchange.preferences, exchange.now)
  asGet.plan = plan
  asGet.params = match.params
  asGet.base = exchange.base
  asGet.values = reading.values
  return after(act(asGet, plan, tx), (outcome) => tagIn(asGet, match.operation, outcome))
}

function tagIn({ engine, request }: Exchange, operation: Operation, outcome: Outcome): string | undefined {
  if (outcome.kind === 'refused' || outcome.status !== 200) return undefined
  const payload = payloadOf(request, operation, outcome)
  return payload && inDeclaredForm(engine, operation, tagOf(payload), outcome.body)
}
