import type { Json, JsonObject } from '../../spec/json.ts'

/** The object without a property. */
export function without(value: JsonObject, name: string): JsonObject {
  const { [name]: _, ...rest } = value
  return rest
}

/** The object with a property replaced in place, or added at the end. */
export function withProperty(value: JsonObject, name: string, property: Json): JsonObject {
  return { ...value, [name]: property }
}
