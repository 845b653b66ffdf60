import { isJsonObject, type Json } from '../json.ts'

const decimal = /^-?\d+(?:\.\d+)?$/
const names = ['amount', 'value'] as const

/**
 * The number that a value stands for: a number, a decimal number as text (`"12.50"`), or the `amount` or `value` of an object with a
 * currency; undefined for any other value.
 */
export function amountIn(value: Json | undefined): number | undefined {
  if (typeof value === 'number') return value
  if (typeof value === 'string') return decimal.test(value) ? Number(value) : undefined
  return isJsonObject(value)
    ? amountIn(names.map((name) => value[name]).find((each) => each !== undefined))
    : undefined
}

/** A value of the same form as another one, with this amount: text keeps its number of decimals. */
export function withAmount(like: Json | undefined, amount: number): Json {
  if (typeof like === 'string') return amount.toFixed(/\.(\d+)$/.exec(like)?.[1]?.length ?? 0)
  if (!isJsonObject(like)) return Math.round(amount * 1e6) / 1e6
  const name = names.find((each) => like[each] !== undefined)
  return name === undefined ? like : { ...like, [name]: withAmount(like[name], amount) }
}

/** A number with two decimals at most. */
export const rounded = (value: number): number => Math.round(value * 100) / 100
