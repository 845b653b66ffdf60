import { canonicalJson } from '../../spec/json/canonical.ts'
import { isArray, isJsonObject, type Json, type JsonObject } from '../../spec/json.ts'

/** As many properties of `wanted` over `base` as stay valid; all of them where the schema lets nothing be. */
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
    // What nobody wants may be of another branch, which the value is not allowed in.
    const kept = Object.fromEntries(Object.entries(result).filter(([each]) => Object.hasOwn(wanted, each)))
    const values = [value, ...respelled(value), ...completed]
    const next = [result, kept]
      .flatMap((members) => values.map((each) => ({ ...members, [name]: each })))
      .find(isValid)
    if (next) result = next
  }
  for (const name of Object.keys(result).filter((each) => !Object.hasOwn(wanted, each))) {
    const { [name]: _, ...rest } = result
    if (isValid(rest)) result = rest
  }
  return result
}

/** A value with what another one of its kind has besides, and so have the objects in it. */
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

/** Schemas of one record type an id now as a number and now as a text, and a list now without what it has twice. */
export function respelled(value: Json): readonly Json[] {
  if (isArray(value)) return [[...new Map(value.map((item) => [canonicalJson(item), item])).values()]]
  if (typeof value === 'number' || typeof value === 'bigint') return [String(value)]
  return typeof value === 'string' && /^-?(?:0|[1-9]\d{0,14})$/.test(value) ? [Number(value)] : []
}
