import type { Parameter } from '../../../spec/document.ts'
import { isJsonObject, type Json } from '../../../spec/json.ts'
import type { Resource } from '../../../spec/resources.ts'
import { operationFor, recordProperties, type Api } from '../../api.ts'
import { listOrder } from '../../checks/list-order.ts'
import { inconclusive, type Context } from '../../context.ts'
import type { Lane } from '../../fixtures.ts'
import { keywordsOf } from '../../keywords.ts'
import { walk } from '../../lists.ts'
import { subject } from './lists.ts'

const orders = /^(?:sort|order|sort[-_]?by|order[-_]?by)$/i

/** Parameters of a list whose values name properties to order by: `price`, `-price`, `price:desc`. */
export function orderParameters(api: Api, resource: Resource): readonly Parameter[] {
  const list = operationFor(api, resource, 'list')
  const found =
    list?.operation.parameters.filter(({ in: place, name }) => place === 'query' && orders.test(name)) ?? []
  return found.filter((each) => namedOrders(api, resource, each).length > 0)
}

interface Order {
  readonly value: string
  readonly property: string
  readonly descending: boolean
}

function namedOrders(api: Api, resource: Resource, { schema }: Parameter): readonly Order[] {
  const values = schema && keywordsOf(api, schema).get('enum')
  const properties = recordProperties(api, resource)
  return (Array.isArray(values) ? values : []).flatMap((value: unknown): Order[] => {
    const parts = typeof value === 'string' ? /^([-+]?)(\w+?)(?:[:. ,_](asc|desc))?$/i.exec(value) : null
    const property = parts?.[2]
    if (!parts || property === undefined || !properties.has(property)) return []
    return [{ value: parts[0], property, descending: parts[1] === '-' || parts[3]?.toLowerCase() === 'desc' }]
  })
}

export async function judgeOrder(
  context: Context,
  lane: Lane,
  resource: Resource,
  name: string,
): Promise<void> {
  const { list, start } = await subject(context, lane, resource)
  const parameter = list.operation.parameters.find((each) => each.in === 'query' && each.name === name)
  if (!parameter) throw inconclusive('There is no such parameter.')
  for (const { value, property, descending } of namedOrders(context.api, resource, parameter)) {
    const listing = await walk(context, resource, list, start, { [name]: value })
    const answer = listing?.answers[0]
    if (!answer) continue
    const values = listing.items
      .map((each): Json | undefined => each[property])
      .filter((each) => each !== undefined && each !== null && !isJsonObject(each))
    context.judge(
      listOrder,
      { parameter: name, order: value, property, descending, values: values as readonly Json[] },
      { answer },
    )
  }
}
