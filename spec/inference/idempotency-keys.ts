import type { Operation, Parameter } from '../document.ts'

/** Whether a header field of that name carries an idempotency key. */
export const isIdempotencyKey = (name: string): boolean => /^(?:x-)?idempotency-key$/i.test(name)

/** The header parameter for an idempotency key. */
export const idempotencyKeyParameter = ({ parameters }: Operation): Parameter | undefined =>
  parameters.find(({ in: place, name }) => place === 'header' && isIdempotencyKey(name))
