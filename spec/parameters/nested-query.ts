import type { Operation } from '../document.ts'
import type { Json, JsonObject } from '../json.ts'

/** The query with the values that `flatQuery` shows by the names of members. */
export function nestedQuery(operation: Operation, flat: JsonObject): JsonObject {
  const rest = { ...flat }
  const objects = operation.parameters.flatMap(({ name, members }): readonly (readonly [string, Json])[] => {
    const own = [...(members ?? [])].flatMap(([member, parameter]): readonly (readonly [string, Json])[] => {
      const value = rest[parameter.name]
      delete rest[parameter.name]
      return value === undefined ? [] : [[member, value]]
    })
    return own.length === 0 ? [] : [[name, Object.fromEntries(own)]]
  })
  return { ...rest, ...Object.fromEntries(objects) }
}
