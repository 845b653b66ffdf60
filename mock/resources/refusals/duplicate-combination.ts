import { uniqueCombinationOf } from '../../../spec/inference/records/unique-combinations.ts'
import { refuse } from '../../behaviour.ts'
import { after } from '../../maybe-promise.ts'
import type { Endpoint, WriteCheck } from '../endpoint.ts'
import { nounOf, sentRecord } from '../records/identity.ts'

/**
 * Refuses a new record that shares with another one what no two may share: "A user can review a product only once". Undefined where
 * the document says nothing of the kind.
 */
export function duplicateCombination({
  options: { document },
  declared,
  operation,
  resource,
  accepted,
}: Endpoint): WriteCheck | undefined {
  const combination =
    accepted && operation.role === 'create'
      ? uniqueCombinationOf(document, declared, resource, accepted)
      : undefined
  if (!combination) return undefined
  const { properties, status } = combination
  return ({ request, records }) => {
    const sent = sentRecord(operation, request) ?? {}
    const where = properties.flatMap((property) => {
      const value = sent[property] ?? null
      return value === null || typeof value === 'object' ? [] : [{ property, values: [value] }]
    })
    if (where.length < properties.length) return undefined
    return after(records.list({ where, limit: 1 }), ({ total }) =>
      total > 0
        ? refuse(
            status,
            'already_exists',
            `Another ${nounOf(resource)} has this ${properties.join(' and ')}.`,
          )
        : undefined,
    )
  }
}
