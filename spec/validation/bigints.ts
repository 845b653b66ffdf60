import type { Json } from '../json.ts'

/** Whether the value is a bigint, or contains one at any depth. */
export function holdsBigint(value: Json): boolean {
  if (typeof value === 'bigint') return true
  if (typeof value !== 'object' || value === null) return false
  return Object.values(value).some(holdsBigint)
}

const int64Max = 2n ** 63n - 1n

/** A nearby double on the same side of the int64 bounds: within for an integer within, outside for one outside. */
function toDouble(integer: bigint): number {
  const [magnitude, sign] = integer < 0n ? [-integer, -1] : [integer, 1]
  const limit = integer < 0n ? int64Max + 1n : int64Max
  if (magnitude > limit) return sign * Math.max(Number(magnitude), 9223372036854777856)
  if (integer === -(2n ** 63n)) return -9223372036854775808
  return sign * Math.min(Number(magnitude), 9223372036854774784)
}

/** The value with each bigint replaced by a double; the same value if it contains none. */
export function toDoubles(value: Json): Json {
  return holdsBigint(value) ? replaceBigints(value) : value
}

function replaceBigints(value: Json): Json {
  if (typeof value === 'bigint') return toDouble(value)
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(replaceBigints)
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, replaceBigints(member)]))
}
