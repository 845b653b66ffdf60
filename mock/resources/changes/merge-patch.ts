import { isJsonObject, type Json, type JsonObject } from '../../../spec/json.ts'

/**
 * Applies a JSON Merge Patch (RFC 7396 §2): members replace those of the target, objects are merged, null removes.
 * @param staysNull whether the member that these names lead to becomes null instead of being removed
 */
export function mergePatch(
  target: Json | undefined,
  patch: JsonObject,
  staysNull: (path: readonly string[]) => boolean = () => false,
  above: readonly string[] = [],
): JsonObject {
  const members = new Map(isJsonObject(target) ? Object.entries(target) : [])
  for (const [name, value] of Object.entries(patch)) {
    if (value === null && !staysNull([...above, name])) members.delete(name)
    else
      members.set(
        name,
        isJsonObject(value) ? mergePatch(members.get(name), value, staysNull, [...above, name]) : value,
      )
  }
  return Object.fromEntries(members)
}
