import { sharedOwners } from '../../../spec/inference/references/shared-owners.ts'
import type { Refused } from '../../behaviour.ts'
import { after, reduceAfter } from '../../maybe-promise.ts'
import { declaredStatus } from '../declared-status.ts'
import type { Endpoint, WriteCheck } from '../endpoint.ts'
import { idOf, nameOf } from '../identity/identity.ts'
import { resourceNamed } from '../resource-index.ts'
import { refuseValue } from './refuse-value.ts'
import { writtenRecord } from './written-record.ts'

/**
 * Refuses a reference to a record that belongs to another one than the document demands: "The stage must be one of the application's
 * job". Undefined where it demands nothing of the kind.
 */
export function wrongOwner(endpoint: Endpoint): WriteCheck | undefined {
  const { options, declared, resource, accepted } = endpoint
  const { model } = options
  const rules = (accepted ? sharedOwners(declared, resource, model.resources) : []).flatMap(
    ({ reference: { property, resource: name }, within, status: named }) => {
      const target = resourceNamed(model, name)
      const status = declaredStatus(declared, [named, 422, 409, 400])
      return target?.scope.length === 0 && status !== undefined ? [{ property, target, within, status }] : []
    },
  )
  if (rules.length === 0) return undefined
  return (context) =>
    after(writtenRecord(endpoint, context), ({ before, record: written }) => {
      const record = { ...before, ...written }
      return reduceAfter<(typeof rules)[number], Refused | undefined>(
        rules,
        undefined,
        (refusal, { property, target, within, status }) => {
          const id = idOf(record[property])
          if (refusal || id === undefined || record[within] == null) return refusal
          return after(context.store.collection(target.name).get(id), (other) =>
            other && other[within] !== record[within]
              ? refuseValue(
                  declared,
                  status,
                  'wrong_reference',
                  `The ${nameOf(target, id)} has another ${within}.`,
                  [property],
                )
              : undefined,
          )
        },
      )
    })
}
