import type { HttpResponse } from '../../../spec/http.ts'
import type { MaybePromise } from '../../maybe-promise.ts'
import type { Outcome } from '../../behaviour.ts'
import { after } from '../../maybe-promise.ts'
import type { Exchange } from '../exchange.ts'
import { toFieldValue } from '../header-field.ts'
import type { Explanation, Reason, ReasonParameters } from './explanation.ts'

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

/**
 * Adds `X-Stablehand-Explain` to a response: a List of Tokens with parameters (RFC 9651 §3.1), such as
 * `record;operation="getPet";resource="/pets", fault;kind="slow"`.
 */
export function withExplanation(exchange: Exchange, response: HttpResponse): HttpResponse {
  const { outcome, reasons, plan } = exchange
  const refusal: Explanation[] =
    reasons.length === 0 && outcome?.kind === 'refused'
      ? [{ reason: 'refusal', parameters: { code: outcome.code } }]
      : []
  const operation: ReasonParameters = plan === undefined ? {} : { operation: plan.operation.id }
  const members = [...refusal, ...reasons].map(({ reason, parameters }) =>
    [reason, ...Object.entries({ ...operation, ...parameters }).map(parameter)].join(';'),
  )
  if (members.length === 0) return response
  return { ...response, headers: { ...response.headers, 'X-Stablehand-Explain': members.join(', ') } }
}

function parameter([name, value]: readonly [string, string | number]): string {
  if (typeof value === 'number') return `${name}=${value}`
  return `${name}="${toFieldValue(value).replaceAll(/["\\]/g, String.raw`\$&`)}"`
}
