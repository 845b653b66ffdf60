import { reply, type Reply } from '../../shared/exchange.ts'
import { stringifyJson, type JsonObject } from '../../shared/json.ts'
import { refuse } from './call.ts'
import { noSuch, openOrders, putPet, type Handlers } from './pets.ts'
import { inOrder, key, type InventoryItem, type Order, type PetStatus, type State } from './state.ts'

type OrderOperation = 'listOrders' | 'placeOrder' | 'getOrder' | 'updateOrder' | 'cancelOrder'

const mostStock = 2 ** 31 - 1

export const orders: Pick<Handlers, OrderOperation> = {
  listOrders: (_, state) => reply(200, inOrder(state.orders)),

  placeOrder({ header, body }, state) {
    const idempotencyKey = header['idempotency-key']
    if (idempotencyKey === undefined) return place(body, state)
    const text = stringifyJson(sorted(body))
    const first = state.replies.get(key(idempotencyKey)) ?? { body: text, reply: place(body, state) }
    if (first.body !== text) {
      return refuse(422, 'idempotency_key_reused', 'This Idempotency-Key was used with another body.')
    }
    state.replies.set(key(idempotencyKey), first)
    return first.reply
  },

  getOrder({ path }, state) {
    const order = state.orders.get(key(path['orderId']))
    return order ? reply(200, order) : noSuch('order', path['orderId'])
  },

  updateOrder({ path, body }, state) {
    const order = state.orders.get(key(path['orderId']))
    if (order === undefined) return noSuch('order', path['orderId'])
    if (order.complete) return isComplete(order)
    const { shipDate = order['shipDate'], complete = false } = body as unknown as Partial<Order>
    const updated: Order = { ...order, ...(shipDate !== undefined && { shipDate }), complete }
    state.orders.set(key(order.id), updated)
    const { quantity, status } = stockOf(state, order)
    const soldOut = status === 'pending' && quantity === 0 && openOrders(state, key(order.petId)) === 0
    if (soldOut) setStock(state, order.petId, 0, 'sold')
    return reply(200, updated)
  },

  cancelOrder({ path }, state) {
    const order = state.orders.get(key(path['orderId']))
    if (order === undefined) return noSuch('order', path['orderId'])
    if (order.complete) return isComplete(order)
    state.orders.delete(key(order.id))
    const { quantity, status } = stockOf(state, order)
    const back = Math.min(mostStock, quantity + order.quantity)
    setStock(state, order.petId, back, status === 'pending' ? 'available' : status)
    return reply(204)
  },
}

/** Places an order and reduces the stock, or refuses and changes nothing. */
function place(body: JsonObject, state: State): Reply {
  const { petId, quantity, shipDate } = body as unknown as Order
  const item = state.inventory.get(key(petId))
  if (item === undefined) return refuse(422, 'unknown_pet', `There is no pet ${key(petId)}.`)
  if (item.quantity < quantity) {
    return refuse(409, 'out_of_stock', `Pet ${petId}: ${quantity} ordered, ${item.quantity} in stock.`)
  }
  const left = item.quantity - quantity
  setStock(state, petId, left, left === 0 ? 'pending' : item.status)
  const id = state.next.order++
  const order: Order = { id, petId, quantity, ...(shipDate !== undefined && { shipDate }), complete: false }
  state.orders.set(key(id), order)
  return reply(201, order, { Location: `/store/orders/${id}` })
}

/** Sets the quantity and status of an inventory item, and the status of its pet. */
export function setStock(
  state: State,
  petId: InventoryItem['petId'],
  quantity: number,
  status: PetStatus,
): InventoryItem {
  const item = { petId, quantity, status }
  state.inventory.set(key(petId), item)
  const pet = state.pets.get(key(petId))
  if (pet) putPet(state, { ...pet, status })
  return item
}

/** A pet with an open order cannot be deleted, so its inventory item exists. */
const stockOf = (state: State, order: Order): InventoryItem => state.inventory.get(key(order.petId))!

const isComplete = (order: Order): Reply =>
  refuse(409, 'order_complete', `Order ${key(order.id)} is complete.`)

function sorted(body: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(body).sort(([a], [b]) => (a < b ? -1 : 1)))
}
