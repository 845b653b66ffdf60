import { describedMaximum } from '../../../spec/inference/numbers/described-maximums.ts'
import { refuse } from '../../behaviour.ts'
import { after } from '../../maybe-promise.ts'
import type { Endpoint, WriteCheck } from '../endpoint.ts'
import { writtenRecord } from './written-record.ts'

/** Refuses one record more than there may be: "At most 20 webhooks". Undefined where the document sets no such limit. */
export function tooMany(endpoint: Endpoint): WriteCheck | undefined {
  const { declared, operation, resource, options } = endpoint
  const maximum =
    operation.role === 'create'
      ? describedMaximum(options.document, declared, operation, resource)
      : undefined
  if (!maximum) return undefined
  const { most, properties, status, counted } = maximum
  return (context) =>
    after(writtenRecord(endpoint, context), ({ record }) => {
      const where = [
        ...properties.map((property) => ({ property, values: [record[property] ?? null] })),
        ...(counted ? [counted] : []),
      ]
      return after(context.records.list({ where, limit: 0 }), ({ total }) =>
        total < most
          ? undefined
          : refuse(
              status,
              'limit_reached',
              `There are ${String(total)} already, and may be ${String(most)} at most.`,
            ),
      )
    })
}
