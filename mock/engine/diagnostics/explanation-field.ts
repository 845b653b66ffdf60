import type { HttpResponse } from '../../../spec/http.ts'
import { toFieldValue } from '../../http/header-field.ts'
import type { Exchange } from '../exchange.ts'
import type { Explanation, ReasonParameters } from './explanation.ts'

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
