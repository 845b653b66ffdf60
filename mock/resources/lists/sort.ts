import {
  isDescending,
  parseOrder,
  parseShortOrder,
  type Order,
  type SortParameters,
} from '../../../spec/inference/lists/order.ts'
import { isArray, memberAt, memberNamed, type Json, type JsonObject } from '../../../spec/json.ts'
import { amountIn } from '../../../spec/util/amount.ts'

/**
 * Reads the requested order: `price`, `-price,name`, a list of such, or one of the words for an order. The direction parameter applies
 * to those that contain no direction.
 */
export function requestedOrders(
  { parameter, direction }: SortParameters,
  properties: ReadonlyMap<string, unknown>,
  query: JsonObject,
  words: ReadonlyMap<string, Order>,
): readonly Order[] {
  const given = memberNamed(query, parameter.name)
  const values = isArray(given) ? given : typeof given === 'string' ? [given] : []
  const requestedDirection = direction && memberNamed(query, direction.name)
  return values
    .flatMap((value) => ordersIn(value, properties, words))
    .map((order) => ({ ...order, descending: order.descending || isDescending(requestedDirection) }))
}

function ordersIn(
  value: Json,
  properties: ReadonlyMap<string, unknown>,
  words: ReadonlyMap<string, Order>,
): readonly Order[] {
  if (typeof value !== 'string') return []
  const whole = words.get(value) ?? parseOrder(value, properties) ?? parseShortOrder(value, properties)
  if (whole) return [whole]
  const nested = nestedOrder(value, properties)
  if (nested) return [nested]
  return value
    .split(',')
    .map((part) => part.trim())
    .flatMap(
      (part) =>
        parseOrder(part, properties) ??
        parseShortOrder(part, properties) ??
        nestedOrder(part, properties) ??
        [],
    )
}

/** An order by a property of an object in the record: `address.city,desc`. */
function nestedOrder(value: string, properties: ReadonlyMap<string, unknown>): Order | undefined {
  const [, sign, property = '', direction] =
    /^([-+]?)(\w+(?:\.\w+)+?)(?:[:, ](asc|desc))?$/i.exec(value) ?? []
  return properties.has(property.split('.')[0] ?? '')
    ? { property, descending: sign === '-' || isDescending(direction) }
    : undefined
}

/** The value that records are ordered by, which may be inside an object. */
const valueAt = (record: JsonObject, property: string): Json | undefined =>
  record[property] ?? (property.includes('.') ? memberAt(record, property.split('.')) : undefined)

/** Compares records by the first order in which they differ. */
export function compareBy(
  orders: readonly Order[],
  idProperty: string | undefined,
  a: JsonObject,
  b: JsonObject,
): number {
  for (const { property, descending } of orders) {
    const order =
      property === idProperty
        ? compare(numericId(a[property]), numericId(b[property]))
        : compare(valueAt(a, property), valueAt(b, property))
    if (order !== 0) return descending ? -order : order
  }
  return 0
}

/** Ids may be numbers in some records and texts in others. */
const numericId = (id: Json | undefined): Json | undefined =>
  typeof id === 'string' && /^\d{1,15}$/.test(id) ? Number(id) : id

/**
 * Compares numbers by value, texts by code units, and flags that are off with those that are on. Missing and incomparable values come
 * first.
 */
function compare(one: Json | undefined, other: Json | undefined): number {
  const [a, b] = [comparable(one), comparable(other)]
  const [rankA, rankB] = [rankOf(a), rankOf(b)]
  if (rankA !== rankB) return rankA - rankB
  if (rankA < 1) return 0
  return (a as string) < (b as string) ? -1 : (a as string) > (b as string) ? 1 : 0
}

/** The number that an amount with a currency, or a decimal number as text, stands for; else the value itself. */
const comparable = (value: Json | undefined): Json | undefined =>
  typeof value === 'object' || (typeof value === 'string' && value.includes('.'))
    ? (amountIn(value) ?? value)
    : value

function rankOf(value: Json | undefined): number {
  if (typeof value === 'number' || typeof value === 'bigint') return 2
  if (typeof value === 'string') return 3
  return typeof value === 'boolean' ? 1 : 0
}
