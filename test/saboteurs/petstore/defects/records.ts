import { omit } from '../../shared/edits.ts'
import { reply, type Reply } from '../../shared/exchange.ts'
import { isArray, textOf, type Json, type JsonObject } from '../../shared/json.ts'
import type { Values } from '../server/call.ts'
import type { OperationId } from '../server/inputs.ts'
import { key, type State } from '../server/state.ts'
import { foundBy, wrapHandler, editReply, editReplyWithStatus, type Defect, type Sabotage } from './tools.ts'

type Kind = 'pets' | 'categories' | 'orders' | 'inventory'
const records = (state: State, kind: Kind): Map<string, JsonObject> => state[kind]

/** After a success, stores what `instead` returns in place of the record; undefined deletes it. */
function storeInstead(
  operationId: OperationId,
  kind: Kind,
  instead: (now: JsonObject, before: JsonObject | undefined) => JsonObject | undefined,
): Sabotage {
  return wrapHandler(operationId, (values, state, healthy) => {
    const before = new Map(records(state, kind))
    const done = healthy(values, state)
    if (done.status >= 300) return done
    const id = idOf(done)
    const kept = instead(records(state, kind).get(id)!, before.get(id))
    if (kept === undefined) records(state, kind).delete(id)
    else records(state, kind).set(id, kept)
    return done
  })
}

const idOf = ({ body }: Reply): string => {
  const record = body as JsonObject
  return key(record['id'] ?? record['petId'])
}

/** Lists only the records that `isListed` accepts. */
const listOnly = (
  operationId: OperationId,
  isListed: (record: JsonObject, state: State) => boolean,
): Sabotage =>
  wrapHandler(operationId, (values, state, healthy) => {
    const original = healthy(values, state)
    const items = original.body as readonly JsonObject[]
    return { ...original, body: items.filter((record) => isListed(record, state)) }
  })

/** Reads and lists deleted records, too. */
const keepDeleted =
  (deletes: OperationId, reads: OperationId, kind: Kind): Sabotage =>
  (store) => {
    const deleted = new Map<string, Json>()
    const id = ({ path }: Values): string => key(Object.values(path)[0])
    wrapHandler(deletes, (values, state, healthy) => {
      const record = records(state, kind).get(id(values))
      const done = healthy(values, state)
      if (done.status === 204) deleted.set(id(values), record!)
      return done
    })(store)
    wrapHandler(reads, (values, state, healthy) => {
      const original = healthy(values, state)
      if (original.body !== undefined && isArray(original.body)) {
        return { ...original, body: [...original.body, ...deleted.values()] }
      }
      return deleted.has(id(values)) ? reply(200, deleted.get(id(values))) : original
    })(store)
  }

/** Repeats the first successful response to each URL. */
const cacheResponses =
  (operationId: OperationId): Sabotage =>
  (store) => {
    const first = new Map<string, Reply>()
    editReply(operationId, (original, { target }) => {
      if (original.status === 200 && !first.has(target)) first.set(target, original)
      return first.get(target) ?? original
    })(store)
  }

export const recordDefects: readonly Defect[] = [
  ...foundBy('created-readable', [
    [
      'createPet',
      'pet-not-kept',
      'A new pet cannot be read.',
      storeInstead('createPet', 'pets', () => undefined),
    ],
    [
      'createCategory',
      'name-kept-otherwise',
      'The name of a new category is stored in upper case.',
      storeInstead('createCategory', 'categories', (now) => ({
        ...now,
        name: textOf(now['name']).toUpperCase(),
      })),
    ],
    [
      'placeOrder',
      'date-not-kept',
      'The ship date of a new order is lost.',
      storeInstead('placeOrder', 'orders', (order) => omit(order, 'shipDate')),
    ],
  ]),
  ...foundBy('created-listed', [
    [
      'listCategories',
      'newest-not-listed',
      'The newest category is not listed.',
      listOnly('listCategories', ({ id }, { next }) => id !== next.category - 1),
    ],
    [
      'listOrders',
      'open-orders-not-listed',
      'Only complete orders are listed.',
      listOnly('listOrders', ({ complete }) => complete === true),
    ],
    [
      'listInventory',
      'new-entries-not-listed',
      'Entries of new pets are not listed.',
      listOnly('listInventory', ({ petId }, { next }) => petId !== next.pet - 1),
    ],
  ]),
  ...foundBy('update-visible', [
    [
      'updatePet',
      'pet-update-lost',
      'An updated pet is returned but not stored.',
      storeInstead('updatePet', 'pets', (_, before) => before),
    ],
    [
      'updateInventory',
      'stock-update-lost',
      'A new quantity is returned but not stored.',
      storeInstead('updateInventory', 'inventory', (_, before) => before),
    ],
    [
      'updateOrder',
      'order-update-lost',
      'An updated order is returned but not stored.',
      storeInstead('updateOrder', 'orders', (_, before) => before),
    ],
    [
      'updatePet',
      'rename-lost',
      'A new name is not stored, unlike other properties.',
      storeInstead('updatePet', 'pets', (now, before) => ({ ...now, name: before!['name']! })),
    ],
    [
      'updateOrder',
      'update-wipes-quantity',
      'An update of an order sets its quantity to 0.',
      storeInstead('updateOrder', 'orders', (now) => ({ ...now, quantity: 0 })),
    ],
  ]),
  ...foundBy('deleted-gone', [
    [
      'deletePet',
      'deleted-pet-readable',
      'A deleted pet can still be read.',
      keepDeleted('deletePet', 'getPet', 'pets'),
    ],
    [
      'deleteCategory',
      'deleted-category-listed',
      'A deleted category is still listed.',
      keepDeleted('deleteCategory', 'listCategories', 'categories'),
    ],
    [
      'cancelOrder',
      'cancelled-order-readable',
      'A cancelled order can still be read.',
      keepDeleted('cancelOrder', 'getOrder', 'orders'),
    ],
  ]),
  ...foundBy('repeat-delete', [
    [
      'deletePet',
      'deleted-twice',
      'A pet can be deleted repeatedly.',
      editReplyWithStatus('deletePet', 404, () => reply(204)),
    ],
    [
      'cancelOrder',
      'cancelled-twice',
      'An order can be cancelled repeatedly.',
      editReplyWithStatus('cancelOrder', 404, () => reply(204)),
    ],
    [
      'deleteCategory',
      'category-deleted-twice',
      'A category can be deleted repeatedly.',
      editReplyWithStatus('deleteCategory', 404, () => reply(204)),
    ],
  ]),
  ...foundBy('stale-read', [
    [
      'getInventoryItem',
      'stale-entry',
      'Later reads of an inventory item return the first response.',
      cacheResponses('getInventoryItem'),
    ],
    ['getPet', 'stale-pet', 'Later reads of a pet return the first response.', cacheResponses('getPet')],
    [
      'getOrder',
      'stale-order',
      'Later reads of an order return the first response.',
      cacheResponses('getOrder'),
    ],
    [
      'listPets',
      'stale-list',
      'Later reads of a page return the first response.',
      cacheResponses('listPets'),
    ],
  ]),
]
