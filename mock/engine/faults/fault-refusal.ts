import type { Operation } from '../../../spec/document.ts'
import { refuse, type Refused } from '../../behaviour.ts'
import type { Random } from '../../data/random.ts'
import type { ReasonParameters } from '../diagnostics/explanation.ts'
import { codeOf } from '../errors/status-text.ts'
import type { StatusFault } from './fault.ts'
import type { Quota } from './rate-limit.ts'

/** The refusal of a request by a fault, and what an explanation says of it. */
export interface FaultRefusal {
  readonly outcome: Refused
  readonly reason: ReasonParameters
}

/** 429 for an exceeded rate limit (RFC 6585 §4). */
export const refuseByQuota = ({ reset }: Quota): FaultRefusal => ({
  outcome: refuse(429, 'rate_limited', `The rate limit is exceeded. Try again in ${reset} s.`, {
    headers: { 'Retry-After': String(reset) },
  }),
  reason: { kind: 'rate-limit' },
})

/** The error that a fault asks for: by default one of the server errors that the operation declares, or 503. */
export function refuseWithStatus(operation: Operation, fault: StatusFault, random: Random): FaultRefusal {
  const declared = operation.responses.map(({ status }) => Number(status)).filter((status) => status >= 500)
  const { status = declared.length > 0 ? random.pick(declared) : 503 } = fault
  const message = `The mock was told to fail ${operation.id}: this is an injected fault.`
  const headers = status === 429 || status === 503 ? { 'Retry-After': '1' } : {}
  return { outcome: refuse(status, codeOf(status), message, { headers }), reason: { kind: 'status', status } }
}
