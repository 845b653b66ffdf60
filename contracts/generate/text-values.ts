import type { Json } from '../../spec/json.ts'

/** Whether a parameter can represent a value as text: there is no text for null, nor for an empty array or object. */
export function isTextual(value: Json): boolean {
  if (typeof value !== 'object') return true
  return value !== null && Object.values(value).length > 0 && Object.values(value).every(isTextual)
}

/** All values that the text of a scalar can be read as: `7` and `"7"` look the same. */
export function readings(value: Json): readonly Json[] {
  if (typeof value === 'object') return []
  const text = String(value)
  const numbers = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(text) ? [asNumber(text)] : []
  const literals = literalValues.filter((literal) => String(literal) === text)
  return [text, ...numbers, ...literals]
}

const literalValues: readonly (boolean | null)[] = [true, false, null]

function asNumber(text: string): number | bigint {
  const value = Number(text)
  return /^-?\d+$/.test(text) && !Number.isSafeInteger(value) ? BigInt(text) : value
}
