import { monotonicProperties } from '../../../spec/inference/numbers/monotonic-properties.ts'
import type { Json } from '../../../spec/json.ts'
import { after } from '../../maybe-promise.ts'
import { declaredStatus } from '../declared-status.ts'
import type { Endpoint, WriteCheck } from '../endpoint.ts'
import { sentRecord, targetOf } from '../identity/identity.ts'
import { refuseValue } from './refuse-value.ts'

/**
 * Refuses to change a number in a direction that the document excludes: "Progress never goes down". Undefined where it excludes none, or
 * declares no status for a refusal.
 */
export function wrongDirection({
  options: { document },
  declared,
  operation,
  resource,
  accepted,
}: Endpoint): WriteCheck | undefined {
  if (!accepted || !/^(?:replace|update)$/.test(operation.role)) return undefined
  const rules = monotonicProperties(document, declared, accepted).flatMap((rule) => {
    const status = declaredStatus(declared, [rule.status, 409, 422, 400])
    return status === undefined ? [] : [{ ...rule, status }]
  })
  if (rules.length === 0) return undefined
  return ({ request, records }) => {
    const sent = sentRecord(operation, request) ?? {}
    const id = targetOf(resource, operation, request)
    return after(id === undefined ? undefined : records.get(id), (before) => {
      const broken = rules.find(({ property, increases }) => {
        const [old, next] = [before?.[property], sent[property]]
        return increases ? isLess(next, old) : isLess(old, next)
      })
      if (!broken) return undefined
      const { property, increases, status } = broken
      const message = `${property} must not be ${increases ? 'decreased' : 'increased'}.`
      return refuseValue(declared, status, 'wrong_direction', message, [property])
    })
  }
}

const isLess = (value: Json | undefined, other: Json | undefined): boolean =>
  isNumeric(value) && isNumeric(other) && value < other

const isNumeric = (value: Json | undefined): value is number | bigint =>
  typeof value === 'number' || typeof value === 'bigint'
