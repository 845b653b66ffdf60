import { fixedProperties } from '../../../spec/inference/constraints/fixed-properties.ts'
import { equalJson } from '../../../spec/json.ts'
import { after } from '../../maybe-promise.ts'
import { declaredStatus } from '../declared-status.ts'
import type { Endpoint, WriteCheck } from '../endpoint.ts'
import { sentRecord } from '../identity/identity.ts'
import { refuseValue } from './refuse-value.ts'
import { writtenRecord } from './written-record.ts'

/** Refuses another value of what cannot be changed: "The code cannot be changed". Undefined where the document says so of nothing. */
export function fixedProperty(endpoint: Endpoint): WriteCheck | undefined {
  const { options, declared, operation, resource, accepted } = endpoint
  if (!accepted || !/^(?:replace|update)$/.test(operation.role)) return undefined
  const known = fixedProperties(options.document, resource.record, accepted, declared)
  const rules = known.flatMap(({ property, status }) => {
    const refusal = declaredStatus(declared, [status, 409, 422])
    return refusal === undefined ? [] : [{ property, refusal }]
  })
  if (rules.length === 0) return undefined
  return (context) => {
    const sent = sentRecord(operation, context.request) ?? {}
    return after(writtenRecord(endpoint, context), ({ before }) => {
      const changed = rules.find(
        ({ property }) =>
          before?.[property] !== undefined &&
          sent[property] !== undefined &&
          !equalJson(before[property], sent[property]),
      )
      if (!changed) return undefined
      const { property, refusal } = changed
      return refuseValue(declared, refusal, 'fixed', `${property} cannot be changed.`, [property])
    })
  }
}
