import { offeredValues } from '../../../spec/inference/references/offered-values.ts'
import { isArray } from '../../../spec/json.ts'
import { after } from '../../maybe-promise.ts'
import { declaredStatus } from '../declared-status.ts'
import type { Endpoint, WriteCheck } from '../endpoint.ts'
import { idOf, nounOf } from '../identity/identity.ts'
import { refuseValue } from './refuse-value.ts'
import { writtenRecord } from './written-record.ts'

/** Refuses a value that the record which the request refers to does not list: "The service must be offered by the carrier". */
export function notOffered(endpoint: Endpoint): WriteCheck | undefined {
  const { options, declared, resource, accepted } = endpoint
  const values = accepted ? offeredValues(options.document, options.model, resource, declared, accepted) : []
  const [value] = values
  const status = value && declaredStatus(declared, [value.status, 422, 409, 400])
  if (!value || status === undefined) return undefined
  const { property, reference, resource: other, list } = value
  return (context) =>
    after(writtenRecord(endpoint, context), ({ record }) => {
      const id = idOf(record[reference.property])
      const chosen = record[property]
      if (id === undefined || chosen === undefined) return undefined
      return after(context.store.collection(other.name).get(id), (found) => {
        const offered = found?.[list]
        return offered !== undefined && isArray(offered) && !offered.includes(chosen)
          ? refuseValue(
              declared,
              status,
              'not_offered',
              `This ${property} is not among the ${list} of the ${nounOf(other)}.`,
              [property],
            )
          : undefined
      })
    })
}
