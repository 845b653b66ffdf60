import {
  describedOrder,
  flagOrder,
  looselyDescribedOrder,
  orderByAge,
} from '../../../spec/inference/lists/described-order.ts'
import { idBoundsOf } from '../../../spec/inference/lists/id-bounds.ts'
import {
  isDescending,
  loneDirection,
  sortParametersOf,
  tieBreaker,
  type Order,
} from '../../../spec/inference/lists/order.ts'
import { superlativeOrder } from '../../../spec/inference/lists/superlative-order.ts'
import { wordOrders } from '../../../spec/inference/lists/word-orders.ts'
import { memberNamed, type JsonObject } from '../../../spec/json.ts'
import { possiblePropertiesOf } from '../../../spec/schemas/properties.ts'
import type { Selection } from '../../store/store.ts'
import type { Endpoint } from '../endpoint.ts'
import { numberingOf } from '../identity/numbering.ts'
import { compareBy, requestedOrders } from './sort.ts'

type SelectionOrder = Pick<Selection, 'compare' | 'lastFirst'>

/** How a list is ordered: as its query asks, or else as its description says. */
export function queryOrderOf(endpoint: Endpoint): (query: JsonObject) => SelectionOrder {
  const {
    resource: { idProperty },
  } = endpoint
  const requested = requestedBy(endpoint)
  const usual = usualBy(endpoint)
  const compare = (orders: readonly Order[]): Selection['compare'] =>
    orders.length === 0 ? undefined : (one, other) => compareBy(orders, idProperty, one, other)
  return (query) => {
    const asked = requested(query)
    if (asked.length > 0) return { compare: compare(asked), lastFirst: false }
    const orders = usual(query)
    // Of records created at the same instant, the last one is the newest.
    return { compare: compare(orders), lastFirst: orders[0]?.descending === true }
  }
}

type Orders = (query: JsonObject) => readonly Order[]

/** The orders by the properties that a query names, and then by what decides between equals. */
function requestedBy({ declared, resource, options: { document } }: Endpoint): Orders {
  const sorting = sortParametersOf(document, declared)
  if (!sorting) return () => []
  const properties = possiblePropertiesOf(document, resource.record)
  const words = wordOrders(document, sorting, resource.record)
  const ties = tieBreaker(document, sorting, properties)
  return (query) => {
    const orders = requestedOrders(sorting, properties, query, words)
    return orders.length > 0 && ties ? [...orders, ties] : orders
  }
}

/** The orders of a query that names no property to sort by. Some choose between both directions of the only order. */
function usualBy(endpoint: Endpoint): Orders {
  const {
    declared,
    resource,
    options: { document },
  } = endpoint
  const direction = loneDirection(document, declared, possiblePropertiesOf(document, resource.record))
  const first = defaultOrder(endpoint)
  const orders = [first, first?.then].filter((each) => each !== undefined)
  return (query) => {
    const asked = direction && memberNamed(query, direction.parameter)
    return direction && typeof asked === 'string'
      ? [{ property: direction.property, descending: isDescending(asked) }]
      : orders
  }
}

function defaultOrder(endpoint: Endpoint): Order | undefined {
  const {
    declared,
    resource: { record },
    options: { document },
  } = endpoint
  return (
    describedOrder(document, declared, record) ??
    superlativeOrder(document, declared, record) ??
    looselyDescribedOrder(document, declared, record) ??
    flagOrder(document, declared, record) ??
    orderByPosition(endpoint) ??
    orderByBound(endpoint)
  )
}

/** Records that are numbered in a container are listed in this order there. */
function orderByPosition({ options, resource, operation }: Endpoint): Order | undefined {
  const positions = numberingOf(options, resource)
  const isList = positions && operation.within.every(({ property }) => property === positions.within)
  return isList ? { property: positions.property, descending: false } : undefined
}

/** What is older than an id comes after it. */
function orderByBound({ options: { document }, declared, resource }: Endpoint): Order | undefined {
  if (idBoundsOf(document, declared).older === undefined) return undefined
  const { record } = resource
  const isTimed = possiblePropertiesOf(document, record).has('timestamp')
  return (
    orderByAge(document, record, true) ?? (isTimed ? { property: 'timestamp', descending: true } : undefined)
  )
}
