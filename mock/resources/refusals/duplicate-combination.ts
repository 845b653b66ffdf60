import { recordCreation } from '../../../spec/inference/records/record-creation.ts'
import { uniqueCombinationOf } from '../../../spec/inference/records/unique-combinations.ts'
import { refuse } from '../../behaviour.ts'
import { after } from '../../maybe-promise.ts'
import type { Endpoint, WriteCheck } from '../endpoint.ts'
import { fixedByPath } from '../records/fixed-by-path.ts'
import { nounOf } from '../records/identity.ts'
import { isAnother, keeps, writtenRecord } from './written-record.ts'

/**
 * Refuses a record that would share with another one what no two may share: "A user can review a product only once". Undefined where
 * the document says nothing of the kind.
 */
export function duplicateCombination(endpoint: Endpoint): WriteCheck | undefined {
  const { options, declared, operation, resource, accepted } = endpoint
  const combination =
    accepted && /^(?:create|replace|update)$/.test(operation.role)
      ? uniqueCombinationOf(
          options.document,
          { operation: declared, sent: accepted },
          resource,
          recordCreation(options.document, resource),
        )
      : undefined
  if (!combination) return undefined
  const { properties, status } = combination
  return (context) =>
    after(writtenRecord(endpoint, context), (written) => {
      const where = properties.flatMap((property) => {
        const value = written.record[property] ?? null
        return value === null || typeof value === 'object' ? [] : [{ property, values: [value] }]
      })
      if (where.length < properties.length || keeps(written, properties)) return undefined
      const owners = Object.entries(fixedByPath(operation, context.request)).flatMap(([property, value]) =>
        properties.includes(property) ? [] : [{ property, values: [value] }],
      )
      return after(context.records.list({ where: [...where, ...owners], limit: 2 }), ({ items }) =>
        items.some(isAnother(endpoint, context))
          ? refuse(
              status,
              'already_exists',
              `Another ${nounOf(resource)} has this ${properties.join(' and ')}.`,
            )
          : undefined,
      )
    })
}
