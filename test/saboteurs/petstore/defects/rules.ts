import { reply } from '../../shared/exchange.ts'
import type { OperationId } from '../server/inputs.ts'
import { omit } from '../../shared/edits.ts'
import { foundBy, wrapHandler, type Defect, type Sabotage } from './tools.ts'
import { key, type InventoryItem, type Order, type Pet, type State } from '../server/state.ts'

type Change = (state: State, id: string, body: Readonly<Record<string, unknown>>) => void

/** Also changes something when the operation refuses with that status. */
const refusing = (operationId: OperationId, status: number, change: Change): Sabotage =>
  wrapHandler(operationId, (values, state, healthy) => {
    const done = healthy(values, state)
    if (done.status === status)
      change(state, key(Object.values(values.path)[0] ?? values.body['petId']), values.body)
    return done
  })

/** Changes something at every read. */
const reading = (operationId: OperationId, change: Change): Sabotage =>
  wrapHandler(operationId, (values, state, healthy) => {
    const found = healthy(values, state)
    if (found.status === 200) change(state, key(Object.values(values.path)[0]), {})
    return found
  })

/** Leaves the stock out of what the operation changes. */
const keepingStock = (operationId: OperationId): Sabotage =>
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
      'An order refused for short stock takes what is there.',
      refusing('placeOrder', 409, (state, id) => setQuantity(state, id, () => 0)),
    ],
    [
      'updatePet',
      'refused-update-kept',
      'A change refused for its category is made.',
      refusing('updatePet', 422, (state, id, body) =>
        edit(state.pets, id, (pet) => ({ ...pet, ...(omit(body, 'status', 'id') as object) })),
      ),
    ],
    [
      'createPet',
      'refused-pet-kept',
      'A pet refused for its category is kept.',
      refusing('createPet', 422, (state, _, body) => {
        const id = state.next.pet++
        state.pets.set(key(id), { id, name: String(body['name']), categoryId: 1, status: 'available' })
      }),
    ],
    [
      'createCategory',
      'refused-category-kept',
      'A category refused for its name is kept under another.',
      refusing('createCategory', 409, addCategory),
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
      'Each reading of an entry takes one from stock.',
      reading('getInventoryItem', (state, id) =>
        setQuantity(state, id, ({ quantity }) => Math.max(0, quantity - 1)),
      ),
    ],
    [
      'getOrder',
      'reading-completes',
      'Reading an order completes it.',
      reading('getOrder', (state, id) =>
        edit<Order>(state.orders, id, (order) => ({ ...order, complete: true })),
      ),
    ],
    [
      'listCategories',
      'listing-adds',
      'Each listing of the categories adds one.',
      reading('listCategories', addCategory),
    ],
    [
      'getPet',
      'reading-renames',
      'Reading a pet changes its name.',
      reading('getPet', (state, id) =>
        edit(state.pets, id, (pet) => ({ ...pet, name: `${pet.name.slice(0, 99)}.` })),
      ),
    ],
  ]),
  ...foundBy('idempotency', [
    [
      'placeOrder',
      'key-ignored',
      'One key makes two orders.',
      wrapHandler('placeOrder', (values, state, healthy) => healthy({ ...values, header: {} }, state)),
    ],
    [
      'placeOrder',
      'key-reuse-accepted',
      'A key with another body is answered with the first order.',
      wrapHandler(
        'placeOrder',
        (values, state, healthy) =>
          state.replies.get(key(values.header['idempotency-key']))?.reply ?? healthy(values, state),
      ),
    ],
    [
      'placeOrder',
      'replay-takes-stock',
      'A replay takes from stock again.',
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
      'A replay is refused.',
      wrapHandler('placeOrder', (values, state, healthy) =>
        state.replies.has(key(values.header['idempotency-key']))
          ? reply(409, { code: 'idempotency_in_progress', message: 'This key is in use.', status: 409 })
          : healthy(values, state),
      ),
    ],
  ]),
  ...foundBy('aggregate', [
    ['placeOrder', 'order-takes-no-stock', 'An order takes nothing from stock.', keepingStock('placeOrder')],
    [
      'cancelOrder',
      'cancelling-gives-nothing-back',
      'Cancelling gives nothing back to stock.',
      keepingStock('cancelOrder'),
    ],
    [
      'updateInventory',
      'pet-keeps-status',
      'The pet keeps its status when its stock changes.',
      statusStays('updateInventory', 'pets'),
    ],
    [
      'updatePet',
      'entry-keeps-status',
      'The inventory entry keeps its status when the pet changes.',
      statusStays('updatePet', 'inventory'),
    ],
    [
      'deletePet',
      'entry-outlives-pet',
      'The inventory entry of a deleted pet stays.',
      keepingStock('deletePet'),
    ],
    [
      'createPet',
      'no-entry-for-pet',
      'A new pet has no inventory entry.',
      wrapHandler('createPet', (values, state, healthy) => {
        const done = healthy(values, state)
        if (done.status === 201) state.inventory.delete(key(state.next.pet - 1))
        return done
      }),
    ],
  ]),
]
