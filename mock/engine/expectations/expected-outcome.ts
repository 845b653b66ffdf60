import { ok, refuse, type Outcome } from '../../behaviour.ts'
import type { MaybePromise } from '../../maybe-promise.ts'
import { after } from '../../maybe-promise.ts'
import { documentAnswers } from '../behaviour/answers.ts'
import { codeOf } from '../errors/status-text.ts'
import type { Exchange } from '../exchange.ts'
import type { Plan } from '../plan.ts'
import type { Expectation } from './expectation.ts'

/** The outcome that an expectation asks for. */
export function outcomeOf(
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
