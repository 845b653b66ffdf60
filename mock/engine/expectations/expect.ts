import { ok, refuse, type Outcome } from '../../behaviour.ts'
import type { MaybePromise } from '../../maybe-promise.ts'
import { after } from '../../maybe-promise.ts'
import { documentAnswers } from '../behaviour/answers.ts'
import type { Exchange } from '../exchange.ts'
import type { Plan } from '../plan.ts'
import { addReason } from '../diagnostics/explain.ts'
import type { Expectation } from './expectation.ts'
import { codeOf } from '../errors/status-text.ts'

/** The pipeline's step that answers a valid request by the expectation that matches it. */
export function expect(exchange: Exchange): MaybePromise<Outcome> | undefined {
  const { engine, plan, params } = exchange
  if (engine.expectations === undefined || plan === undefined) return undefined
  const expectation = engine.expectations.take(plan.operation, params)
  if (expectation === undefined) return undefined
  exchange.isForced = expectation.force === true
  return after(outcomeOf(exchange, plan, expectation), (outcome) => {
    exchange.reasons.length = 0
    addReason(exchange, 'expectation', { id: expectation.id })
    return outcome
  })
}

function outcomeOf(
  exchange: Exchange,
  plan: Plan,
  { status, body, headers, code, message }: Expectation,
): MaybePromise<Outcome> {
  if (body !== undefined) return ok(status, body, headers)
  if (status >= 400) {
    const text = message ?? `An expectation answers this request with ${status}.`
    return refuse(status, code ?? codeOf(status), text, headers && { headers })
  }
  const answered = after(documentAnswers(), ({ documentAnswer }) =>
    documentAnswer(exchange, plan, { status }),
  )
  return after(answered, (outcome) => (outcome.kind === 'ok' && headers ? { ...outcome, headers } : outcome))
}
