import { isJsonObject, type Json, type JsonObject } from '../../../spec/json.ts'

/**
 * Applies a JSON Merge Patch (RFC 7396 §2): members replace those of the target, objects are merged, null removes.
 * @param isNullValue whether null is a value like any other instead
 */
export function mergePatch(target: Json | undefined, patch: JsonObject, isNullValue = false): JsonObject {
  const members = new Map(isJsonObject(target) ? Object.entries(target) : [])
  for (const [name, value] of Object.entries(patch)) {
    if (value === null && !isNullValue) members.delete(name)
    else members.set(name, isJsonObject(value) ? mergePatch(members.get(name), value, isNullValue) : value)
  }
  return Object.fromEntries(members)
}
