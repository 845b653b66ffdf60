import type { Document, SchemaNode } from '../../../spec/document.ts'
import { amountsOf, type Amounts, type Factors } from '../../../spec/inference/numbers/amounts.ts'
import { likelyFormulas } from '../../../spec/inference/numbers/formulas.ts'
import { isAmount } from '../../../spec/inference/numbers/money.ts'
import { isSameSchema } from '../../../spec/inference/schemas/similarity.ts'
import { isArray, isJsonObject, type Json, type JsonObject } from '../../../spec/json.ts'
import { hasFlag, itemOf, possiblePropertiesOf, propertyAt } from '../../../spec/schemas/properties.ts'
import { rounded, withAmount } from '../../../spec/util/amount.ts'
import { setComputed, wholeNumbersIn } from './computed-values.ts'

type Members = Record<string, Json>

/**
 * Sets the amounts of a record that follow from others.
 * @param isSettled whether discounts, taxes and costs are as they should be
 * @param sent the properties that the client sent; undefined if nobody sent any
 */
export type SetAmounts = (record: Members, isSettled?: boolean, sent?: JsonObject) => void

/**
 * Creates a function that sets the amounts of records: the line total is the quantity times the price, the total is what the lines
 * and the rest add up to, and others are what their descriptions compute. Undefined if the records have no such amounts.
 *
 * @param accepted The schema of the record that clients may send: what they may set is left as it is. If it is also that of the record,
 *   it does not tell what they set, and only what they have sent is left.
 */
export function createSetAmounts(
  document: Document,
  record: SchemaNode,
  accepted: SchemaNode | undefined,
): SetAmounts | undefined {
  const amounts = amountsOf(document, record)
  const formulas = likelyFormulas(document, record, isAmount)
  if (!amounts && formulas.length === 0) return undefined
  const isShared = accepted !== undefined && isSameSchema(document, accepted, record)
  const settable = isShared ? noNames : settableIn(document, accepted)
  const whole = wholeNumbersIn(document, record)
  const { list, product } = amounts ?? {}
  const factors = new Set([list?.property, product?.quantity, product?.price])
  const setNamed = amounts && setNamedAmounts(document, amounts, isShared ? undefined : accepted)
  return (members, isSettled, sent = {}) => {
    const isTouched = Object.keys(sent).some((name) => factors.has(name))
    const isLeft = (name: string): boolean =>
      isShared
        ? Object.hasOwn(sent, name) || (!isTouched && Object.hasOwn(members, name))
        : !Object.hasOwn(members, name)
    const set: SetAmount = (name, value) => {
      if (name !== undefined && value !== undefined && !settable.has(name) && !isLeft(name))
        members[name] = withAmount(members[name], whole.has(name) ? Math.round(value) : rounded(value))
    }
    setNamed?.(members, set, isSettled, isShared && Object.hasOwn(sent, list?.property ?? ''))
    setComputed(formulas, members, set)
  }
}

/** The names of the properties that clients may send. */
export const settableIn = (document: Document, accepted: SchemaNode | undefined): ReadonlySet<string> =>
  new Set(
    [...(accepted ? possiblePropertiesOf(document, accepted) : [])].flatMap(([name, node]) =>
      hasFlag(document, node, 'readOnly') ? [] : [name],
    ),
  )

type SetAmount = (name: string | undefined, value: number | undefined) => void

const noNames: ReadonlySet<string> = new Set()

/** Sets the amounts that are known by their names. */
function setNamedAmounts(
  document: Document,
  amounts: Amounts,
  accepted: SchemaNode | undefined,
): (members: Members, set: SetAmount, isSettled?: boolean, isSent?: boolean) => void {
  const { product, list, sum, base: start, quantity, balance, rate, due } = amounts
  const sentItems = propertyAt(document, accepted, [list?.property ?? ''])
  const isLineSettable =
    sentItems !== undefined &&
    settableIn(document, itemOf(document, sentItems)).has(list?.product.property ?? '')
  return (members, set, isSettled = false, isSent = false) => {
    if (product) set(product.property, productIn(members, product))
    const items = list && members[list.property]
    if (list && items !== undefined && isArray(items) && !isLineSettable)
      members[list.property] = items.map((item) => withProduct(item, list.product, isSent))
    const base = list
      ? sumOf(members[list.property], worthOf(list.product))
      : numberIn(members, product?.property ?? start ?? '')
    set(sum, base)
    if (list)
      set(
        quantity,
        sumOf(members[list.property], (item) => numberIn(item, list.product.quantity)),
      )
    if (!balance || base === undefined) return
    for (const name of isSettled ? [] : balance.subtracted)
      set(name, plausibleDiscount(amounts, members, name, base))
    const taxed = balance.subtracted.reduce((left, name) => left - (numberIn(members, name) ?? 0), base)
    for (const name of isSettled ? balance.added.filter((each) => each === rate?.tax) : balance.added)
      set(
        name,
        rate?.tax === name ? taxOn(taxed, members, rate.property) : plausibleAddition(members, name, base),
      )
    const total = (names: readonly string[]): number =>
      names.reduce((partial, name) => partial + (numberIn(members, name) ?? 0), 0)
    set(balance.property, Math.max(0, base + total(balance.added) - total(balance.subtracted)))
    if (due)
      set(due.property, (numberIn(members, balance.property) ?? 0) - (numberIn(members, due.paid) ?? 0))
  }
}

/** The tax on an amount with a rate in percent, or as a part of 1. */
function taxOn(amount: number, members: JsonObject, property: string): number {
  const rate = numberIn(members, property) ?? 0
  return amount * (rate < 1 ? rate : rate / 100)
}

/** A discount needs a coupon, if there are any, and is a small part of the sum. */
function plausibleDiscount({ coupon }: Amounts, members: Members, name: string, base: number): number {
  if (coupon !== undefined && (members[coupon] ?? null) === null) return 0
  const given = numberIn(members, name) ?? 0
  return given > base / 2 || (coupon !== undefined && given === 0) ? wholeLike(given, base / 10) : given
}

/** Taxes and costs are a small part of the sum. */
function plausibleAddition(members: Members, name: string, base: number): number {
  const given = numberIn(members, name) ?? 0
  return given > base / 4 ? wholeLike(given, base / 10) : given
}

/** Whole numbers stay whole: they are amounts in the smallest unit of the currency. */
const wholeLike = (given: number, value: number): number =>
  Number.isInteger(given) ? Math.round(value) : value

/** @param isSent whether the client sent the item: then it keeps the product that it has */
function withProduct(item: Json, product: Factors, isSent: boolean): Json {
  const { property } = product
  if (!isJsonObject(item) || property === undefined || (isSent && Object.hasOwn(item, property))) return item
  const value = productIn(item, product)
  return value === undefined ? item : { ...item, [property]: rounded(value) }
}

const worthOf =
  (product: Factors) =>
  (item: JsonObject): number | undefined =>
    numberIn(item, product.property ?? '') ?? productIn(item, product)

function productIn(members: JsonObject, { quantity, price, within }: Factors): number | undefined {
  const priced = within === undefined ? members : members[within]
  const [count, each] = [
    numberIn(members, quantity),
    isJsonObject(priced) ? numberIn(priced, price) : undefined,
  ]
  return count === undefined || each === undefined ? undefined : count * each
}

/** The sum of the values of the items; undefined if they are no list. */
function sumOf(
  items: Json | undefined,
  valueOf: (item: JsonObject) => number | undefined,
): number | undefined {
  if (items === undefined || !isArray(items)) return undefined
  return items.reduce<number>((sum, item) => sum + ((isJsonObject(item) && valueOf(item)) || 0), 0)
}

function numberIn(members: JsonObject, name: string): number | undefined {
  const value = members[name]
  return typeof value === 'number' ? value : undefined
}
