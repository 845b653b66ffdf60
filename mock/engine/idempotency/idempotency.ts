import { requestHeader } from '../../http/header-field.ts'
import type { Exchange } from '../exchange.ts'

/**
 * The idempotency key of a request, with the operation's id in front: keys of different operations are independent.
 * Undefined when the request has none or the operation does not declare the header.
 */
export function idempotencyKey({ plan, request }: Exchange): string | undefined {
  if (!plan?.hasIdempotencyKey) return undefined
  const key = requestHeader(request, 'idempotency-key') ?? requestHeader(request, 'x-idempotency-key')
  return key === undefined ? undefined : `${plan.operation.id} ${key}`
}
