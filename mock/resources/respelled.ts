import { canonicalJson } from '../../spec/equal-items.ts'
import { isArray, type Json } from '../../spec/json.ts'

/** Schemas of one record type an id now as a number and now as a text, and a list now without what it has twice. */
export function respelled(value: Json): readonly Json[] {
  if (isArray(value)) return [[...new Map(value.map((item) => [canonicalJson(item), item])).values()]]
  if (typeof value === 'number' || typeof value === 'bigint') return [String(value)]
  return typeof value === 'string' && /^-?(?:0|[1-9]\d{0,14})$/.test(value) ? [Number(value)] : []
}
