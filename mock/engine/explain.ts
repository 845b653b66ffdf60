import type { HttpResponse } from '../../spec/http.ts'
import type { Outcome } from '../behaviour.ts'
import { after, type MaybePromise } from '../maybe-promise.ts'
import type { Exchange } from './exchange.ts'
import { sendable } from './field.ts'

/**
 * Why an answer is what it is. `example`, `generated`: the document's; `record`: what the store holds; `rule`: a
 * behaviour; `fault`, `expectation`: on purpose; `refusal`: the request cannot be honoured.
 */
export type Reason = 'example' | 'generated' | 'record' | 'rule' | 'fault' | 'expectation' | 'refusal'

/** What a reason is about, by name: `operation`, `schema`, `kind`. */
export type Particulars = Readonly<Record<string, string | number>>

/** Notes a reason, where the client asks for it by `Prefer: explain`. */
export function because(exchange: Exchange, reason: Reason, particulars: Particulars = {}): void {
  if (exchange.preferences.explain) exchange.reasons.push({ reason, particulars })
}

/** A reason, and what it is about. */
export interface Explanation {
  readonly reason: Reason
  readonly particulars: Particulars
}

/**
 * Adds `X-Stablehand-Explain`: a List of Tokens with parameters (RFC 9651 §3.1), as
 * `record;operation="getPet";resource="/pets", fault;kind="slow"`.
 */
export function explained(exchange: Exchange, response: HttpResponse): HttpResponse {
  const { outcome, reasons, plan } = exchange
  const refusal: Explanation[] =
    reasons.length === 0 && outcome?.kind === 'refused'
      ? [{ reason: 'refusal', particulars: { code: outcome.code } }]
      : []
  const operation: Particulars = plan === undefined ? {} : { operation: plan.operation.id }
  const members = [...refusal, ...reasons].map(({ reason, particulars }) =>
    [reason, ...Object.entries({ ...operation, ...particulars }).map(parameter)].join(';'),
  )
  if (members.length === 0) return response
  return { ...response, headers: { ...response.headers, 'X-Stablehand-Explain': members.join(', ') } }
}

function parameter([name, value]: readonly [string, string | number]): string {
  if (typeof value === 'number') return `${name}=${value}`
  return `${name}="${sendable(value).replaceAll(/["\\]/g, String.raw`\$&`)}"`
}

/** Notes the reason for an outcome, unless what made it has handed on one whose reason is known. */
export function attributed(
  exchange: Exchange,
  outcome: MaybePromise<Outcome>,
  known: () => Outcome | undefined,
  reason: Reason,
  particulars: Particulars = {},
): MaybePromise<Outcome> {
  return after(outcome, (result) => {
    if (result !== known()) {
      exchange.reasons.length = 0
      because(exchange, reason, particulars)
    }
    return result
  })
}
