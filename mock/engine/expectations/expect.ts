import type { Outcome } from '../../behaviour.ts'
import { addReason } from '../diagnostics/explain.ts'
import type { Exchange } from '../exchange.ts'

/** The pipeline's step that answers a valid request by the expectation that matches it. What makes the answer is loaded with the first. */
export function expect(exchange: Exchange): Promise<Outcome> | undefined {
  const { engine, plan, params } = exchange
  if (engine.expectations === undefined || plan === undefined) return undefined
  const expectation = engine.expectations.take(plan.operation, params)
  if (expectation === undefined) return undefined
  exchange.isForced = expectation.force === true
  const expected = import('./expected-outcome.ts').then(({ outcomeOf }) =>
    outcomeOf(exchange, plan, expectation),
  )
  return expected.then((outcome) => {
    exchange.reasons.length = 0
    addReason(exchange, 'expectation', { id: expectation.id })
    return outcome
  })
}
