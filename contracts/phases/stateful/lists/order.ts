import type { Parameter, SchemaNode } from '../../../../spec/document.ts'
import {
  directionSeparator,
  isDescending,
  listedValues,
  parseOrder,
  sortParametersOf,
  tieBreaker,
  type Order,
  type SortParameters,
} from '../../../../spec/inference/lists/order.ts'
import { isJsonObject, stringifyJson, type Json, type JsonObject } from '../../../../spec/json.ts'
import type { Resource } from '../../../../spec/resources.ts'
import { isNumeric, typesOf } from '../../../../spec/schemas/types.ts'
import { groupBy } from '../../../../spec/util/group-by.ts'
import { isTimestamp } from '../../../answers/compare.ts'
import { recordProperties, type Api, type RoleOperation } from '../../../api/api.ts'
import { keywordsOf } from '../../../api/keywords.ts'
import { listOrder } from '../../../checks/list-order.ts'
import { inconclusive, type Context } from '../../../context.ts'
import { readPages, smallPage, type Listing, type ReadableList } from '../../../records/lists.ts'
import { addDistinctiveNumbers } from './distinctive-numbers.ts'
import { prepareList } from './prepare-list.ts'
import { isExact } from './queries.ts'

/** Parameters of a list whose values name properties to order by: `price`, `-price`, `price:desc`. */
export function orderParameters(
  api: Api,
  resource: Resource,
  { operation }: RoleOperation,
): readonly Parameter[] {
  const ordering = sortParametersOf(api.document, operation)
  return ordering && namedOrders(api, resource, ordering).length > 0 ? [ordering.parameter] : []
}

interface NamedOrder extends Order {
  readonly value: string
  readonly query: JsonObject
}

/** The possible orders; each in both directions if another parameter sets the direction. */
function namedOrders(api: Api, resource: Resource, ordering: SortParameters): readonly NamedOrder[] {
  const { parameter, direction } = ordering
  const properties = recordProperties(api, resource)
  const isList = parameter.schema !== undefined && typesOf(api.document, parameter.schema).has('array')
  const named = valuesFor(api, parameter, properties).flatMap((value) => {
    const order = parseOrder(value, properties)
    return order ? [{ ...order, value, query: { [parameter.name]: isList ? [value] : value } }] : []
  })
  if (!direction) return named
  return listedValues(api.document, direction).flatMap((way) =>
    named.map((each) => ({
      ...each,
      descending: isDescending(way),
      value: `${each.value} ${way}`,
      query: { ...each.query, [direction.name]: way },
    })),
  )
}

/** Properties to order by if the parameter accepts any. */
const mostAsked = 3

/** The values of the enum, or else those that follow from the description. */
function valuesFor(
  api: Api,
  parameter: Parameter,
  properties: ReadonlyMap<string, SchemaNode>,
): readonly string[] {
  const mark = directionSeparator(api.document, parameter)
  if (mark === undefined) return listedValues(api.document, parameter)
  const plain = [...properties].flatMap(([name, node]) => (isPlain(api, node) ? [name] : []))
  return plain.slice(0, mostAsked).flatMap((name) => [`${name}${mark}asc`, `${name}${mark}desc`])
}

/** Whether values can be compared: numbers and plain strings; states and times may have an order of their own. */
function isPlain(api: Api, node: SchemaNode): boolean {
  const types = typesOf(api.document, node)
  const keywords = keywordsOf(api, node)
  const isText = types.has('string') && !keywords.has('format') && !keywords.has('enum')
  return isText || isNumeric(types)
}

export async function judgeOrder(
  context: Context,
  resource: Resource,
  name: string,
  by?: RoleOperation,
): Promise<void> {
  const of = await prepareList(context, resource, by)
  const ordering = sortParametersOf(context.api.document, of.list.operation)
  if (!ordering) throw inconclusive('The operation has no sort parameter.')
  const { pointer } = ordering.parameter
  const properties = recordProperties(context.api, resource)
  const among = tieBreaker(context.api.document, ordering, properties)
  const orders = namedOrders(context.api, resource, ordering)
  const there = await readPages(of)
  for (const property of new Set(orders.map((each) => each.property)))
    await addDistinctiveNumbers(of, property, there?.items ?? [])
  let isPaged = false
  for (const order of orders) {
    const listing = await judgeOrdered(of, name, order)
    const answer = listing?.answers[0]
    if (!answer) continue
    const { value, property } = order
    // Once is enough: what loses the order on later pages hardly depends on the property.
    if (!isPaged) isPaged = await judgeLaterPages(of, name, order, listing)
    if (!among) continue
    const isWhole = isExact(context.api, properties.get(property))
    const equal = listing.items.filter((item) => isWhole || isPlainText(item[property]))
    for (const ties of tiesIn(equal, property, among.property))
      context.judge(
        listOrder,
        { ...among, parameter: name, order: `ties of ${name}=${value}`, values: ties, describedAt: pointer },
        { answer },
      )
  }
}

/** Reads a list in an order, in pages of a size or as large as allowed; undefined if it cannot be read, or is in another order. */
async function judgeOrdered(
  of: ReadableList,
  parameter: string,
  { value, query, property, descending }: NamedOrder,
  size?: number,
): Promise<Listing | undefined> {
  const listing = await readPages(of, query, size)
  const [first, second] = listing?.answers ?? []
  if (!listing || !first) return undefined
  // What is in order on the first page is known already.
  const [answer, from] =
    size === undefined ? [first, 0] : [second ?? first, (listing.pages[0]?.length ?? 1) - 1]
  const values = valuesIn(listing.items.slice(from), property)
  const evidence = { parameter, order: value, property, descending, values }
  return of.context.judge(listOrder, evidence, { answer }) ? undefined : listing
}

/** Reads an ordered list once more in small pages, if it has several values: the order has to hold across pages. Whether it was read. */
async function judgeLaterPages(
  of: ReadableList,
  parameter: string,
  order: NamedOrder,
  whole: Listing,
): Promise<boolean> {
  const count = whole.items.length
  const isVaried = new Set(valuesIn(whole.items, order.property).map(stringifyJson)).size > 2
  const size = isVaried ? smallPage(of.context.api, of.resource, of.list, Math.ceil(count / 3)) : undefined
  if (size === undefined || count <= size) return false
  await judgeOrdered(of, parameter, order, size)
  return true
}

const valuesIn = (items: readonly JsonObject[], property: string): readonly Json[] =>
  items.flatMap((item) => {
    const value = item[property] ?? null
    return value === null || isJsonObject(value) ? [] : [value]
  })

/** An instant may be shown with fewer digits than it is ordered by. */
const isPlainText = (value: Json | undefined): boolean => typeof value === 'string' && !isTimestamp(value)

/** Of items that have the same value: what these are ordered by. */
function tiesIn(items: readonly JsonObject[], property: string, among: string): readonly (readonly Json[])[] {
  const groups = groupBy(items, (item) => stringifyJson(item[property] ?? null))
  return [...groups.values()].map((group) => group.flatMap((item) => item[among] ?? []))
}
