import { isJsonObject, type Json } from '../../json.ts'
import { amountIn } from '../../util/amount.ts'
import type { Condition } from './conditions.ts'
import { matchesText } from './text-match.ts'

/** Whether a value satisfies an operator condition; undefined if they cannot be compared. */
export function satisfiesOperator({ kind, match }: Condition, own: Json, value: Json): boolean | undefined {
  if (own === null || typeof own === 'object') return undefined
  if (kind === 'unlike') return own !== value
  return match && typeof own === 'string' && typeof value === 'string'
    ? matchesText(value, own, match)
    : undefined
}

/** Whether a value is an amount with a currency, or a decimal number as text. */
const isWritten = (value: Json | undefined): boolean =>
  (isJsonObject(value) || (typeof value === 'string' && /^-?\d+\.\d+$/.test(value))) &&
  amountIn(value) !== undefined

/** Compares a number, an amount or a time with a bound: negative, 0 or positive; undefined if they cannot be compared. */
export function compareOrdered(value: Json | undefined, bound: Json): number | undefined {
  const isNumber = (each: unknown): each is number | bigint =>
    typeof each === 'number' || typeof each === 'bigint'
  if (isWritten(value) && isWritten(bound)) return Math.sign((amountIn(value) ?? 0) - (amountIn(bound) ?? 0))
  if (isNumber(value) && isNumber(bound)) return value < bound ? -1 : value > bound ? 1 : 0
  if (typeof value !== 'string' || typeof bound !== 'string') return undefined
  const [at, other] = [Date.parse(value), Date.parse(bound)]
  return Number.isNaN(at) || Number.isNaN(other) ? undefined : Math.sign(at - other)
}
