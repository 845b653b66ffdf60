import type { JsonObject } from '../../../spec/json.ts'
import type { RequestValues } from '../../../spec/request.ts'
import type { ResourceOperation } from '../../../spec/resources.ts'

const nothing: JsonObject = {}

/** Properties with values from the path, but not those that show the records in it. */
export function fixedByPath({ within }: ResourceOperation, { path }: RequestValues): JsonObject {
  if (within.length === 0) return nothing
  const fixed = within.flatMap(({ parameter, property, idProperty }) => {
    const value = path[parameter]
    return value === undefined || idProperty !== undefined ? [] : [[property, value] as const]
  })
  return Object.fromEntries(fixed)
}
