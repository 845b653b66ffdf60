import { omit } from '../../shared/edits.ts'
import { reply } from '../../shared/exchange.ts'
import type { OperationId } from '../server/inputs.ts'
import { key, type InventoryItem, type Order, type Pet, type State } from '../server/state.ts'
import { foundBy, wrapHandler, type Defect, type Sabotage } from './tools.ts'

type Change = (state: State, id: string, body: Readonly<Record<string, unknown>>) => void

/** Changes the state when the operation refuses with this status. */
const changeOnRefusal = (operationId: OperationId, status: number, change: Change): Sabotage =>
  wrapHandler(operationId, (values, state, healthy) => {
    const done = healthy(values, state)
    if (done.status === status)
      change(state, key(Object.values(values.path)[0] ?? values.body['petId']), values.body)
    return done
  })

/** Changes the state with every read. */
const changeOnRead = (operationId: OperationId, change: Change): Sabotage =>
  wrapHandler(operationId, (values, state, healthy) => {
    const original = healthy(values, state)
    if (original.status === 200) change(state, key(Object.values(values.path)[0]), {})
    return original
  })

/** Restores the inventory and the pets after the operation. */
const keepStock = (operationId: OperationId): Sabotage =>
  wrapHandler(operationId, (values, state, healthy) => {
    const [inventory, pets] = [new Map(state.inventory), new Map(state.pets)]
    const done = healthy(values, state)
    for (const [id, item] of inventory) state.inventory.set(id, item)
    for (const [id, pet] of pets) if (state.pets.has(id)) state.pets.set(id, pet)
    return done
  })

const setQuantity = (state: State, id: string, edit: (item: InventoryItem) => number): void => {
  const item = state.inventory.get(id)
  if (item) state.inventory.set(id, { ...item, quantity: edit(item) })
}

const edit = <T>(records: Map<string, T>, id: string, change: (record: T) => T): void => {
  const record = records.get(id)
  if (record) records.set(id, change(record))
}

const invalidQuantity: Sabotage = (store) => {
  const { answer } = store
  store.answer = (call, parts) => {
    const done = answer(call, parts)
    const isInvalid = call.operationId === 'updateInventory' && done.status === 400
    if (isInvalid) setQuantity(parts.state, call.path['petId']!, () => 0)
    return done
  }
}

const addCategory: Change = (state) => {
  const id = state.next.category++
  state.categories.set(key(id), { id, name: `Category ${id}` })
}

const statusStays = (operationId: 'updatePet' | 'updateInventory', kind: 'pets' | 'inventory'): Sabotage =>
  wrapHandler(operationId, (values, state, healthy) => {
    const id = key(values.path['petId'])
    const records: Map<string, Pet | InventoryItem> = state[kind]
    const before = records.get(id)
    const done = healthy(values, state)
    if (before) edit(records, id, (record) => ({ ...record, status: before.status }))
    return done
  })

export const ruleDefects: readonly Defect[] = [
  ...foundBy('failed-write', [
    [
      'placeOrder',
      'short-stock-taken',
      'An order that is refused for lack of stock empties the stock.',
      changeOnRefusal('placeOrder', 409, (state, id) => setQuantity(state, id, () => 0)),
    ],
    [
      'updatePet',
      'refused-update-kept',
      'An update that is refused for its category is stored.',
      changeOnRefusal('updatePet', 422, (state, id, body) =>
        edit(state.pets, id, (pet) => ({ ...pet, ...(omit(body, 'status', 'id') as object) })),
      ),
    ],
    [
      'createPet',
      'refused-pet-kept',
      'A pet that is refused for its category is stored.',
      changeOnRefusal('createPet', 422, (state, _, body) => {
        const id = state.next.pet++
        state.pets.set(key(id), { id, name: String(body['name']), categoryId: 1, status: 'available' })
      }),
    ],
    [
      'createCategory',
      'refused-category-kept',
      'A category that is refused for its name is stored under another name.',
      changeOnRefusal('createCategory', 409, addCategory),
    ],
    [
      'updateInventory',
      'invalid-quantity-resets',
      'An invalid quantity sets the stock to 0.',
      invalidQuantity,
    ],
  ]),
  ...foundBy('safe-methods', [
    [
      'getInventoryItem',
      'reading-takes-stock',
      'Each read of an inventory item reduces the stock by one.',
      changeOnRead('getInventoryItem', (state, id) =>
        setQuantity(state, id, ({ quantity }) => Math.max(0, quantity - 1)),
      ),
    ],
    [
      'getOrder',
      'reading-completes',
      'Reading an order completes it.',
      changeOnRead('getOrder', (state, id) =>
        edit<Order>(state.orders, id, (order) => ({ ...order, complete: true })),
      ),
    ],
    [
      'listCategories',
      'listing-adds',
      'Each read of the list of categories adds one.',
      changeOnRead('listCategories', addCategory),
    ],
    [
      'getPet',
      'reading-renames',
      'Reading a pet changes its name.',
      changeOnRead('getPet', (state, id) =>
        edit(state.pets, id, (pet) => ({ ...pet, name: `${pet.name.slice(0, 99)}.` })),
      ),
    ],
  ]),
  ...foundBy('idempotency', [
    [
      'placeOrder',
      'key-ignored',
      'A repeated Idempotency-Key creates a second order.',
      wrapHandler('placeOrder', (values, state, healthy) => healthy({ ...values, header: {} }, state)),
    ],
    [
      'placeOrder',
      'key-reuse-accepted',
      'An Idempotency-Key with another body returns the first order.',
      wrapHandler(
        'placeOrder',
        (values, state, healthy) =>
          state.replies.get(key(values.header['idempotency-key']))?.reply ?? healthy(values, state),
      ),
    ],
    [
      'placeOrder',
      'replay-takes-stock',
      'A replayed order reduces the stock again.',
      wrapHandler('placeOrder', (values, state, healthy) => {
        const isReplay = state.replies.has(key(values.header['idempotency-key']))
        const done = healthy(values, state)
        if (isReplay)
          setQuantity(state, key(values.body['petId']), ({ quantity }) => Math.max(0, quantity - 1))
        return done
      }),
    ],
    [
      'placeOrder',
      'replay-conflicts',
      'A replayed order is refused.',
      wrapHandler('placeOrder', (values, state, healthy) =>
        state.replies.has(key(values.header['idempotency-key']))
          ? reply(409, { code: 'idempotency_in_progress', message: 'This key is in use.', status: 409 })
          : healthy(values, state),
      ),
    ],
  ]),
  ...foundBy('aggregate', [
    ['placeOrder', 'order-takes-no-stock', 'An order does not reduce the stock.', keepStock('placeOrder')],
    [
      'cancelOrder',
      'cancelling-gives-nothing-back',
      'A cancelled order does not restore the stock.',
      keepStock('cancelOrder'),
    ],
    [
      'updateInventory',
      'pet-keeps-status',
      'The status of a pet does not follow its stock.',
      statusStays('updateInventory', 'pets'),
    ],
    [
      'updatePet',
      'entry-keeps-status',
      'The status of an inventory item does not follow its pet.',
      statusStays('updatePet', 'inventory'),
    ],
    [
      'deletePet',
      'entry-outlives-pet',
      'The inventory item of a deleted pet remains.',
      keepStock('deletePet'),
    ],
    [
      'createPet',
      'no-entry-for-pet',
      'A new pet has no inventory item.',
      wrapHandler('createPet', (values, state, healthy) => {
        const done = healthy(values, state)
        if (done.status === 201) state.inventory.delete(key(state.next.pet - 1))
        return done
      }),
    ],
  ]),
]
