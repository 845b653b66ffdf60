import type { Behaviour } from '../behaviour.ts'
import { ok, refuse } from '../behaviour.ts'
import type { Transaction } from '../store/store.ts'
import type { Order, RecordId } from './records.ts'
import { hasOpenOrders, inventory, orders, pets, saveInventoryItem } from './records.ts'

const largestInt32 = 0x7fffffff

/** An order reduces the stock by its quantity. If none is left, the pet becomes pending. */
export const placeOrder: Behaviour = async ({ request, store }) => {
  const { petId, quantity, shipDate } = request.body as Omit<Order, 'id' | 'complete'>
  if (!(await pets(store).get(petId))) return refuse(422, 'unknown_pet', `There is no pet ${petId}.`)
  const item = await inventory(store).get(petId)
  const stock = item?.quantity ?? 0
  if (!item || stock < quantity) {
    return refuse(409, 'out_of_stock', `Pet ${petId}: ${quantity} ordered, ${stock} in stock.`)
  }
  const left = stock - quantity
  await saveInventoryItem(store, { ...item, quantity: left, status: left === 0 ? 'pending' : item.status })
  const id = await orders(store).nextId()
  const order: Order = { id, petId, quantity, ...(shipDate !== undefined && { shipDate }), complete: false }
  await orders(store).put(id, order)
  return ok(201, order, { Location: `/store/orders/${id}` })
}

/** A complete order cannot be changed. When the last open order of a pet without stock is completed, the pet becomes sold. */
export const updateOrder: Behaviour = async ({ request, store, next }) => {
  const order = await orders(store).get(request.path['orderId'] as RecordId)
  if (!order) return next()
  if (order.complete) return orderComplete(order)
  const { complete = false, shipDate = order.shipDate } = request.body as Partial<Order>
  const updated: Order = { ...order, ...(shipDate !== undefined && { shipDate }), complete }
  await orders(store).put(order.id, updated)
  if (complete) await sellIfLast(store, order.petId)
  return ok(200, updated)
}

/** Returns the quantity to the stock. A pet that was pending becomes available again. */
export const cancelOrder: Behaviour = async ({ request, store, next }) => {
  const order = await orders(store).get(request.path['orderId'] as RecordId)
  if (!order) return next()
  if (order.complete) return orderComplete(order)
  const item = await inventory(store).get(order.petId)
  if (item) {
    const quantity = Math.min(item.quantity + order.quantity, largestInt32)
    await saveInventoryItem(store, {
      ...item,
      quantity,
      status: item.status === 'pending' ? 'available' : item.status,
    })
  }
  return next()
}

async function sellIfLast(store: Transaction, petId: RecordId): Promise<void> {
  const item = await inventory(store).get(petId)
  if (item?.status !== 'pending' || item.quantity > 0 || (await hasOpenOrders(store, petId))) return
  await saveInventoryItem(store, { ...item, status: 'sold' })
}

function orderComplete({ id }: Order): ReturnType<typeof refuse> {
  return refuse(409, 'order_complete', `Order ${id} is complete.`)
}
