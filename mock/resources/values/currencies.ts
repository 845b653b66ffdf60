import { isJsonObject, type Json, type JsonObject } from '../../../spec/json.ts'

const names = ['currency', 'currencyCode', 'currency_code'] as const

/** The currency of an amount, or of a record. */
const currencyOf = (value: Json | undefined): string | undefined =>
  isJsonObject(value)
    ? names.map((name) => value[name]).find((each): each is string => typeof each === 'string')
    : undefined

/**
 * Gives the amounts of a record one currency: that of the record itself, else that of the amounts which are given.
 * @param isGiven whether a property has its value from a client
 */
export function withOneCurrency(record: JsonObject, isGiven: (name: string) => boolean): JsonObject {
  const amounts = amountsIn(record)
  if (amounts.length === 0) return record
  const given = amounts.find(([name]) => isGiven(name)) ?? amounts[0]
  const currency = currencyOf(record) ?? currencyOf(given?.[1])
  const others = amounts.filter(([name, value]) => !isGiven(name) && currencyOf(value) !== currency)
  if (currency === undefined || others.length === 0) return record
  const changed = others.map(([name, value]): [string, Json] => [name, inCurrency(value, currency)])
  return { ...record, ...Object.fromEntries(changed) }
}

function amountsIn(record: JsonObject): readonly [string, Json][] {
  const amounts: [string, Json][] = []
  for (const name in record) {
    const value = record[name]
    if (value !== undefined && currencyOf(value) !== undefined) amounts.push([name, value])
  }
  return amounts
}

function inCurrency(value: Json, currency: string): Json {
  const name = isJsonObject(value) ? names.find((each) => typeof value[each] === 'string') : undefined
  return isJsonObject(value) && name !== undefined ? { ...value, [name]: currency } : value
}
