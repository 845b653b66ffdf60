import { isArray, isJsonObject, type Json, type JsonObject } from '../../../spec/json.ts'
import { alternativeSpellings } from '../records/spellings.ts'

/**
 * Copies the properties of `wanted` over a valid `base`, each only if the result stays valid, and removes those of `base` that
 * are neither wanted nor required. Returns `wanted` unchanged if `base` is not valid itself.
 */
export function overlay(
  base: JsonObject,
  wanted: JsonObject,
  isValid: (record: JsonObject) => boolean,
): JsonObject {
  if (!isValid(base)) return wanted
  let result = base
  for (const [name, value] of Object.entries(wanted)) {
    const own = result[name]
    const completed = own === undefined ? [] : [...completions(own, value)]
    // Unwanted properties may belong to another branch of the schema, which does not allow the value.
    const wantedOnly = Object.fromEntries(
      Object.entries(result).filter(([present]) => Object.hasOwn(wanted, present)),
    )
    const values = [value, ...alternativeSpellings(value), ...completed]
    const next = [result, wantedOnly]
      .flatMap((members) => values.map((candidate) => ({ ...members, [name]: candidate })))
      .find(isValid)
    result = next ?? { ...result, ...withNearest(result, name, value, isValid) }
  }
  for (const name of Object.keys(result).filter((present) => !Object.hasOwn(wanted, present))) {
    const { [name]: _, ...rest } = result
    if (isValid(rest)) result = rest
  }
  return result
}

/** A member with what is valid of an object that is not as a whole; none if the record has no such object. */
function withNearest(
  record: JsonObject,
  name: string,
  value: Json,
  isValid: (record: JsonObject) => boolean,
): JsonObject | undefined {
  const own = record[name]
  return isJsonObject(value) && isJsonObject(own)
    ? { [name]: overlay(own, value, (member) => isValid({ ...record, [name]: member })) }
    : undefined
}

/** The value with missing members added from another one: in the object itself, then also in the objects within it. */
function* completions(own: Json, value: Json): Iterable<Json> {
  if (isJsonObject(value) && isJsonObject(own)) yield { ...own, ...value }
  if (typeof value === 'object' && value !== null) yield completed(own, value)
}

function completed(own: Json | undefined, value: Json): Json {
  if (own === undefined) return value
  if (isJsonObject(value) && isJsonObject(own)) {
    const members = Object.entries(value).map(
      ([name, member]) => [name, completed(own[name], member)] as const,
    )
    return { ...own, ...Object.fromEntries(members) }
  }
  if (!isArray(value) || !isArray(own) || own.length === 0) return value
  return value.map((item, index) => completed(own[index % own.length], item))
}
