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
import { describedOrder, type DescribedOrder } from '../../../../spec/inference/lists/described-order.ts'
import { isNumeric, typesOf } from '../../../../spec/schemas/types.ts'
import type { Parameter, SchemaNode } from '../../../../spec/document.ts'
import { groupBy } from '../../../../spec/util/group-by.ts'
import { isJsonObject, stringifyJson, type Json, type JsonObject } from '../../../../spec/json.ts'
import type { Resource } from '../../../../spec/resources.ts'
import { recordProperties, writableProperties, type Api, type RoleOperation } from '../../../api/api.ts'
import { listOrder } from '../../../checks/list-order.ts'
import { inconclusive, type Context } from '../../../context.ts'
import { keywordsOf } from '../../../api/keywords.ts'
import { isTimestamp } from '../../../records/compare.ts'
import { askedBy } from '../../../draft.ts'
import { readPages } from '../../../records/lists.ts'
import { addDistinctiveNumbers } from './distinctive-numbers.ts'
import { isExact } from './queries.ts'
import { prepareList, readWholeList } from './prepare-list.ts'

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
  const { list, start } = of
  const ordering = sortParametersOf(context.api.document, list.operation)
  if (!ordering) throw inconclusive('The operation has no sort parameter.')
  const { pointer } = ordering.parameter
  const properties = recordProperties(context.api, resource)
  const among = tieBreaker(context.api.document, ordering, properties)
  const orders = namedOrders(context.api, resource, ordering)
  const there = await readPages({ context, resource, list, start })
  for (const property of new Set(orders.map((each) => each.property)))
    await addDistinctiveNumbers(of, property, there?.items ?? [])
  for (const { value, query, property, descending } of orders) {
    const listing = await readPages({ context, resource, list, start }, query)
    const answer = listing?.answers[0]
    if (!answer) continue
    const values = listing.items
      .map((each): Json | undefined => each[property])
      .filter((each) => each !== undefined && each !== null && !isJsonObject(each))
    const asked = { parameter: name, order: value }
    const isWrong = context.judge(
      listOrder,
      { ...asked, property, descending, values: values as readonly Json[] },
      { answer },
    )
    if (!among || isWrong) continue
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

/** An instant may be shown with fewer digits than it is ordered by. */
const isPlainText = (value: Json | undefined): boolean => typeof value === 'string' && !isTimestamp(value)

/** Of items that have the same value: what these are ordered by. */
function tiesIn(items: readonly JsonObject[], property: string, among: string): readonly (readonly Json[])[] {
  const groups = groupBy(items, (item) => stringifyJson(item[property] ?? null))
  return [...groups.values()].map((group) => group.flatMap((item) => item[among] ?? []))
}

/** The documented default order of a list, by a time or a number that the server sets. */
export function orderOf(
  api: Api,
  resource: Resource,
  { operation }: RoleOperation,
): DescribedOrder | undefined {
  const order = describedOrder(api.document, operation, resource.record)
  return order && !writableProperties(api, resource).has(order.property) ? order : undefined
}

/** Checks that a list has its documented default order if none is requested. */
export async function judgeUsualOrder(
  context: Context,
  resource: Resource,
  by: RoleOperation,
): Promise<void> {
  const of = await prepareList(context, resource, by)
  const order = orderOf(context.api, resource, by)
  const ordering = sortParametersOf(context.api.document, by.operation)
  if (!order || (ordering && Object.hasOwn(askedBy(of.start), ordering.parameter.name))) return
  const { items, answers } = await readWholeList(of)
  const [answer] = answers
  const values = items.flatMap((each) => each[order.property] ?? [])
  const { pointer } = by.operation
  if (answer)
    context.judge(
      listOrder,
      { ...order, parameter: '', order: order.words, values, describedAt: pointer },
      { answer },
    )
}
