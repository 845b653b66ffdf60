import type { Operation } from '../../spec/document.ts'
import { idempotencyKeyParameter } from '../../spec/inference/idempotency-keys.ts'
import type { JsonObject } from '../../spec/json.ts'
import type { Context } from '../context.ts'
import { uuidOf } from './freshen.ts'

/** The header fields with another idempotency key in place of one that they have: the request is not an earlier one repeated. */
export function withNewKey(context: Context, operation: Operation, header: JsonObject): JsonObject {
  const key = idempotencyKeyParameter(operation)
  if (!key?.schema || !Object.hasOwn(header, key.name)) return header
  // Servers remember keys for longer than a run.
  const mark = context.unique(1)
  const { accepts } = context.api.validator.of(key.schema, 'request')
  const renewed = [`${mark}-${mark}`, uuidOf(mark), mark].find(accepts)
  return renewed === undefined ? header : { ...header, [key.name]: renewed }
}
