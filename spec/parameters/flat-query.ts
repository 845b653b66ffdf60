import type { Operation } from '../document.ts'
import { isJsonObject, type Json, type JsonObject } from '../json.ts'

/** The values in a query by the names of `queryParametersOf`. */
export function flatQuery(operation: Operation, query: JsonObject): JsonObject {
  const flat = Object.entries(query).flatMap(([name, value]): readonly (readonly [string, Json])[] => {
    const { members } = operation.parameters.find((each) => each.name === name && each.members) ?? {}
    return members && isJsonObject(value)
      ? Object.entries(value).map(([member, each]) => [members.get(member)?.name ?? member, each])
      : [[name, value]]
  })
  return Object.fromEntries(flat)
}
