import type { Document, SchemaNode } from '../../document.ts'
import { itemsOf, possiblePropertiesOf } from '../../schemas/properties.ts'
import { isNumeric, typesOf } from '../../schemas/types.ts'
import { schemaDescription } from '../prose/sentences.ts'
import { wordsOf } from '../prose/words.ts'

/** The amounts of an object that follow from its other properties: the line total and the total of an order. */
export interface Amounts {
  /** The property that is the product of two others: `lineTotal` of `quantity` and `unitPrice`. */
  readonly product: Product | undefined
  /** The property that is the sum of the products of a list's items: `subtotal`. */
  readonly sum: string | undefined
  /** The property that the total starts from, if nothing in the object tells what that adds up to: the `price` before a discount. */
  readonly base: string | undefined
  /** The list whose items have a product, or its factors alone. */
  readonly list: { readonly property: string; readonly product: Factors } | undefined
  /** The property that is the sum of the quantities of the list's items: `totalQuantity`. */
  readonly quantity: string | undefined
  /** The property that is the sum with everything added and subtracted: `total`. */
  readonly balance:
    | { readonly property: string; readonly added: readonly string[]; readonly subtracted: readonly string[] }
    | undefined
  /** The property with the code that a discount is due to. */
  readonly coupon: string | undefined
  /** The property with the part of the sum, in percent, that a tax is: `tax_rate` of `tax`. */
  readonly rate: { readonly property: string; readonly tax: string } | undefined
  /** The property with what is left to pay, and the one with what has been paid: `amount_due` and `amount_paid`. */
  readonly due: { readonly property: string; readonly paid: string } | undefined
}

/** The names of the factors of a product, and that of the product if it is shown. */
export interface Factors {
  readonly property: string | undefined
  readonly quantity: string
  readonly price: string
  /** The property with the object that has the price: the `product` of an item. */
  readonly within?: string
}

type Product = Factors & { readonly property: string }

const names = {
  quantity: /^(?:ordered )?(?:quantity|qty|units|count)(?: ordered)?$/,
  price: /^(?:(?:unit|item|piece) (?:price|amount|cost)|price(?: per unit| each)?)$/,
  product: [
    /^(?:line|row|item) ?(?:total|amount|price|sub ?total)$/,
    /^sub ?total$/,
    /^(?:total (?:price|amount)|total)$/,
    /^amount$/,
  ],
  sum: /^(?:(?:items? |order |cart )?sub ?total|(?:items?|net|goods|products) (?:total|amount)|total before (?:tax|discounts?))(?: amount| price)?$/,
  base: /^(?:(?:base|list|original|regular|full) )?price$/,
  total: /^(?:(?:grand|order|cart|invoice|gross) )?total(?: amount| price| due)?$|^amount due$/,
  added:
    /^(?:(?:sales )?tax|vat|(?:tax|vat|shipping|delivery)(?: (?:amount|cost|costs|fee|price|total))?|(?:service )?fees?|tip)$/,
  subtracted: /^(?:total )?discounts?(?: amount| total)?$/,
  tax: /^(?:(?:sales )?tax|vat|(?:tax|vat) (?:amount|total))$/,
  rate: /^(?:(?:sales )?tax|vat) (?:rate|percent(?:age)?)$/,
  paid: /^(?:amount|total) paid$|^paid(?: amount| total)?$/,
  due: /^(?:amount|balance|total) (?:due|remaining|outstanding)$|^(?:due|remaining|outstanding)(?: amount| balance)?$/,
  coupon: /^(?:coupon|promo|promotion|discount|voucher)(?: code)?$/,
  itemCount: /^(?:\w+ count|total (?:items|quantity|units)|quantity)$/,
} as const

/** The words of the name of an amount, without its unit: `unit price` for `unit_price_cents`. */
export const amountWordsOf = (name: string): string =>
  wordsOf(name)
    .join(' ')
    .replace(/ (?:in )?(?:cents?|pence|minor(?: units?)?)$/, '')

/** Whether a property is named for what has been paid of an amount. */
export const isPaidAmount = (name: string): boolean => names.paid.test(amountWordsOf(name))

/** Whether a property is named for what is left to pay of an amount. */
export const isDueAmount = (name: string): boolean => names.due.test(amountWordsOf(name))

/** The amounts of objects with a schema; undefined if there are none. */
export function amountsOf(document: Document, node: SchemaNode): Amounts | undefined {
  const properties = possiblePropertiesOf(document, node)
  const numbers = numbersAmong(document, properties)
  const named = (pattern: RegExp): readonly string[] => namesLike(numbers, pattern)
  const product = shownProduct(document, properties)
  const list = product ? undefined : listOf(document, properties)
  const [sum] = list
    ? named(names.sum)
    : product
      ? [product.property].filter((name) => names.sum.test(amountWordsOf(name)))
      : [...named(names.sum), ...named(names.base)]
  const total = named(names.total).find((name) => name !== product?.property)
  const added = named(names.added)
  const subtracted = named(names.subtracted)
  const hasParts = added.length + subtracted.length > 0
  const hasBase = list !== undefined || (sum !== undefined && (product !== undefined || hasParts))
  const balance = hasBase && total !== undefined ? { property: total, added, subtracted } : undefined
  if (!product && !balance && !(list && sum !== undefined)) return undefined
  const [coupon] = [...properties].flatMap(([name, each]) =>
    names.coupon.test(wordsOf(name).join(' ')) && typesOf(document, each).has('string') ? [name] : [],
  )
  const [quantity] = list
    ? numbers.flatMap(([name, each]) =>
        names.itemCount.test(wordsOf(name).join(' ')) &&
        (/\bquantit/i.test(schemaDescription(document, each)) || /quantity$/i.test(name))
          ? [name]
          : [],
      )
    : []
  const [rate, tax, due, paid] = [names.rate, names.tax, names.due, names.paid].map((each) => named(each)[0])
  return {
    product,
    list,
    sum: list ? sum : undefined,
    base: list || product ? undefined : sum,
    quantity,
    balance,
    coupon,
    rate: rate !== undefined && tax !== undefined ? { property: rate, tax } : undefined,
    due: due !== undefined && paid !== undefined ? { property: due, paid } : undefined,
  }
}

type Numbers = readonly (readonly [name: string, node: SchemaNode])[]

/** The properties that are numbers, and not written as text. */
const numbersAmong = (document: Document, properties: ReadonlyMap<string, SchemaNode>): Numbers =>
  [...properties].filter(([, node]) => {
    const types = typesOf(document, node)
    return isNumeric(types) && !types.has('string')
  })

const namesLike = (numbers: Numbers, pattern: RegExp): readonly string[] =>
  numbers.flatMap(([name]) => (pattern.test(amountWordsOf(name)) ? [name] : []))

function shownProduct(document: Document, properties: ReadonlyMap<string, SchemaNode>): Product | undefined {
  const product = productOf(document, properties)
  return product?.property === undefined ? undefined : { ...product, property: product.property }
}

function productOf(document: Document, properties: ReadonlyMap<string, SchemaNode>): Factors | undefined {
  const numbers = numbersAmong(document, properties)
  const [quantity, ...quantities] = namesLike(numbers, names.quantity)
  const own = namesLike(numbers, names.price).map((price) => ({ price }))
  const [place, ...places] =
    own.length > 0 ? own : [...properties].flatMap((each) => pricesIn(document, each))
  const [property] = names.product.flatMap((pattern) => namesLike(numbers, pattern))
  const isClear = quantities.length === 0 && places.length === 0
  return isClear && quantity !== undefined && place ? { property, quantity, ...place } : undefined
}

/** The prices of an object in a property. */
const pricesIn = (
  document: Document,
  [within, node]: readonly [string, SchemaNode],
): readonly Pick<Product, 'within' | 'price'>[] =>
  typesOf(document, node).has('object')
    ? namesLike(numbersAmong(document, possiblePropertiesOf(document, node)), names.price).map((price) => ({
        within,
        price,
      }))
    : []

/** The only list whose items have a product, or its factors. */
function listOf(document: Document, properties: ReadonlyMap<string, SchemaNode>): Amounts['list'] {
  const lists = [...properties].flatMap(([property, node]) => {
    const items = typesOf(document, node).has('array') ? itemsOf(document, node) : undefined
    const product = items && productOf(document, possiblePropertiesOf(document, items))
    return product ? [{ property, product }] : []
  })
  return lists.length === 1 ? lists[0] : undefined
}
