import { statesAfter, valuesIn } from '../../spec/inference/outcome.ts'
import type { JsonObject } from '../../spec/json.ts'
import { possiblePropertiesOf } from '../../spec/refs.ts'
import type { RequestValues } from '../../spec/request.ts'
import type { Desk } from './desk.ts'
import { sentRecord } from './identity.ts'

/**
 * What an action makes of a record's states, its enums and booleans: those in its body, and those that its name leads to
 * (`POST /orders/{id}/cancel`: `status` is `cancelled`).
 */
export function actedOn(
  { resource, operation, declared, options }: Desk,
  request: RequestValues,
  now: Date,
): JsonObject {
  const { document } = options
  const [last = ''] = declared.path.split('/').slice(-1)
  const led = statesAfter(document, resource.record, last).map(({ property, value = now.toISOString() }) => [
    property,
    value,
  ])
  const properties = possiblePropertiesOf(document, resource.record)
  const sent = Object.entries(sentRecord(operation, request) ?? {}).filter(([name, value]) => {
    const node = properties.get(name)
    return node !== undefined && valuesIn(document, node).includes(value)
  })
  return Object.fromEntries([...led, ...sent])
}
