import type { JsonObject } from '../../spec/json.ts'
import { after, type MaybePromise } from '../maybe-promise.ts'
import type { Collection, Transaction } from '../store/store.ts'

export type PetStatus = 'available' | 'pending' | 'sold'

/** An int64; a bigint beyond 2^53 - 1. */
export type RecordId = number | bigint

// Type aliases, not interfaces: only these are assignable to JsonObject.
export type Pet = {
  readonly id: RecordId
  readonly name: string
  readonly categoryId: RecordId
  readonly status: PetStatus
}
export type Category = { readonly id: RecordId; readonly name: string; readonly description?: string }
export type InventoryItem = {
  readonly petId: RecordId
  readonly quantity: number
  readonly status: PetStatus
}
export type Order = {
  readonly id: RecordId
  readonly petId: RecordId
  readonly quantity: number
  readonly shipDate?: string
  readonly complete: boolean
}

/** A collection with typed records. */
export interface TypedCollection<T extends JsonObject> extends Omit<Collection, 'get' | 'put'> {
  get(id: RecordId): MaybePromise<T | undefined>
  put(id: RecordId, record: T): MaybePromise<void>
}

export const pets = (store: Transaction): TypedCollection<Pet> => typedCollection(store, '/pets')
export const categories = (store: Transaction): TypedCollection<Category> =>
  typedCollection(store, '/categories')
export const orders = (store: Transaction): TypedCollection<Order> => typedCollection(store, '/store/orders')
export const inventory = (store: Transaction): TypedCollection<InventoryItem> =>
  typedCollection(store, '/inventory')

function typedCollection<T extends JsonObject>(store: Transaction, resource: string): TypedCollection<T> {
  return store.collection(resource) as unknown as TypedCollection<T>
}

/** Saves an inventory item, and gives the pet the same status. */
export function saveInventoryItem(store: Transaction, item: InventoryItem): MaybePromise<void> {
  return after(inventory(store).put(item.petId, item), () =>
    after(pets(store).get(item.petId), (pet) =>
      pet && pet.status !== item.status
        ? pets(store).put(pet.id, { ...pet, status: item.status })
        : undefined,
    ),
  )
}

/** Whether the pet has orders that are not complete. */
export async function hasOpenOrders(store: Transaction, petId: RecordId): Promise<boolean> {
  const where = [
    { property: 'petId', values: [petId] },
    { property: 'complete', values: [false] },
  ]
  return (await orders(store).list({ where, limit: 1 })).total > 0
}
