import type { Json } from '../../spec/json.ts'

/** Whether text can carry a value: it knows no null, and an empty array or object is the same as none. */
export function isTextual(value: Json): boolean {
  if (typeof value !== 'object') return true
  return value !== null && Object.values(value).length > 0 && Object.values(value).every(isTextual)
}

/** What else a value may be taken for once it is text: `7` and `"7"` read the same. */
export function readings(value: Json): readonly Json[] {
  if (typeof value === 'object') return []
  const text = String(value)
  const numbers = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(text) ? [asNumber(text)] : []
  const words = text === 'true' ? [true] : text === 'false' ? [false] : text === 'null' ? [null] : []
  return [text, ...numbers, ...words]
}

function asNumber(text: string): number | bigint {
  const value = Number(text)
  return /^-?\d+$/.test(text) && !Number.isSafeInteger(value) ? BigInt(text) : value
}
