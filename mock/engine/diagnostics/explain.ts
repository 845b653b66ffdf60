import type { Outcome } from '../../behaviour.ts'
import type { MaybePromise } from '../../maybe-promise.ts'
import { after } from '../../maybe-promise.ts'
import type { Exchange } from '../exchange.ts'
import type { Reason, ReasonParameters } from './explanation.ts'

/** Adds a reason to the explanation, if the client asks for one by `Prefer: explain`. */
export function addReason(exchange: Exchange, reason: Reason, parameters: ReasonParameters = {}): void {
  if (exchange.preferences.explain) exchange.reasons.push({ reason, parameters })
}

/**
 * Replaces the reasons by a new one once the outcome is known, unless it is the one that `inner` returns: a behaviour that
 * passes on the outcome of its `next` leaves the reason to that.
 */
export function attribute(
  exchange: Exchange,
  outcome: MaybePromise<Outcome>,
  inner: () => Outcome | undefined,
  reason: Reason,
): MaybePromise<Outcome> {
  return after(outcome, (result) => {
    if (result !== inner()) {
      exchange.reasons.length = 0
      addReason(exchange, reason)
    }
    return result
  })
}
