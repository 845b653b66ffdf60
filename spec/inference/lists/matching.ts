import type { Json } from '../../json.ts'
import type { Condition } from './conditions.ts'
import { matchesText } from './operators.ts'

/** Whether a value satisfies an operator condition; undefined if they cannot be compared. */
export function satisfiesOperator({ kind, match }: Condition, own: Json, value: Json): boolean | undefined {
  if (own === null || typeof own === 'object') return undefined
  if (kind === 'unlike') return own !== value
  return match && typeof own === 'string' && typeof value === 'string'
    ? matchesText(value, own, match)
    : undefined
}

/** Compares a number or a time with a bound: negative, 0 or positive; undefined if they cannot be compared. */
export function compareOrdered(value: Json | undefined, bound: Json): number | undefined {
  const isNumber = (each: unknown): each is number | bigint =>
    typeof each === 'number' || typeof each === 'bigint'
  if (isNumber(value) && isNumber(bound)) return value < bound ? -1 : value > bound ? 1 : 0
  if (typeof value !== 'string' || typeof bound !== 'string') return undefined
  const [at, other] = [Date.parse(value), Date.parse(bound)]
  return Number.isNaN(at) || Number.isNaN(other) ? undefined : Math.sign(at - other)
}
