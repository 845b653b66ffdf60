import { stateChangesOf } from '../../spec/inference/states/action-outcome.ts'
import type { JsonObject } from '../../spec/json.ts'
import { possiblePropertiesOf } from '../../spec/schemas/properties.ts'
import { enumValues } from '../../spec/schemas/types.ts'
import type { RequestValues } from '../../spec/request.ts'
import { isSent } from './sent.ts'
import type { Desk } from './desk.ts'
import { sentRecord } from './identity.ts'

/**
 * What an action makes of a record's states, its enums and booleans: those in its body, and those that its name leads to
 * (`POST /orders/{id}/cancel`: `status` is `cancelled`); and texts of the record that nothing else is sent (`trackingNumber`
 * to `ship` it): a copy is given its name, and that of the original stays.
 */
export function actedOn(
  { resource, operation, declared, options }: Desk,
  request: RequestValues,
  now: Date,
): JsonObject {
  const { document } = options
  const [last = ''] = declared.path.split('/').slice(-1)
  const led = stateChangesOf(document, resource.record, last).map(
    ({ property, value = now.toISOString() }) => [property, value],
  )
  const properties = possiblePropertiesOf(document, resource.record)
  const others = resource.operations.filter(({ role }) => role !== 'action')
  const sent = Object.entries(sentRecord(operation, request) ?? {}).filter(([name, value]) => {
    const node = properties.get(name)
    if (node === undefined) return false
    const values = enumValues(document, node)
    const isOwn = typeof value === 'string' && name !== resource.idProperty
    return values.length > 0
      ? values.includes(value)
      : isOwn && !isSent(options, { ...resource, operations: others }, name)
  })
  return Object.fromEntries([...led, ...sent])
}
