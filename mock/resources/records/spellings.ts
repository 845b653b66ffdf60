import { isArray, type Json } from '../../../spec/json.ts'
import { canonicalJson } from '../../../spec/json/canonical.ts'

/**
 * The same value as other schemas of a record may require it: an id as a number or as text, a list without duplicates. Empty if
 * there is no other way to write it.
 */
export function alternativeSpellings(value: Json): readonly Json[] {
  if (isArray(value)) return [[...new Map(value.map((item) => [canonicalJson(item), item])).values()]]
  if (typeof value === 'number' || typeof value === 'bigint') return [String(value)]
  return typeof value === 'string' && /^-?(?:0|[1-9]\d{0,14})$/.test(value) ? [Number(value)] : []
}
