import type { Reply } from '../../shared/exchange.ts'
import { textOf, type Json, type JsonObject } from '../../shared/json.ts'

type Integer = number | bigint
export type PetStatus = 'available' | 'pending' | 'sold'

export interface NewPet {
  readonly name: string
  readonly categoryId: Integer
  readonly status?: PetStatus
}

export interface Pet extends JsonObject {
  readonly id: Integer
  readonly name: string
  readonly categoryId: Integer
  readonly status: PetStatus
}

export interface Category extends JsonObject {
  readonly id: Integer
  readonly name: string
}

export interface Order extends JsonObject {
  readonly id: Integer
  readonly petId: Integer
  readonly quantity: number
  readonly complete: boolean
}

export interface InventoryItem extends JsonObject {
  readonly petId: Integer
  readonly quantity: number
  readonly status: PetStatus
}

/** Records by the digits of their id. Records are never mutated, so a reply keeps the version it was made of. */
export interface State {
  readonly pets: Map<string, Pet>
  readonly categories: Map<string, Category>
  readonly orders: Map<string, Order>
  readonly inventory: Map<string, InventoryItem>
  /** The ids to assign next. */
  readonly next: { pet: number; category: number; order: number }
  /** The first reply for each idempotency key, and the body it answered. */
  readonly replies: Map<string, { readonly body: string; readonly reply: Reply }>
}

export const key: (id: Json | undefined) => string = textOf

/** Records in the order of their ids. */
export function inOrder<T extends JsonObject>(records: ReadonlyMap<string, T>): T[] {
  const byId = ([a]: [string, T], [b]: [string, T]): number => (BigInt(a) < BigInt(b) ? -1 : 1)
  return [...records].sort(byId).map(([, record]) => record)
}

/** An id that a double cannot hold: 2^53 + 1. */
const large = 9007199254740993n

/** A small shop. The ids of its last category and pet need exact integers. */
export function createState(): State {
  const categories: Category[] = [
    { id: 1, name: 'Dogs', description: 'Loyal, loud and always hungry.' },
    { id: 2, name: 'Cats' },
    { id: large, name: 'Deep-sea fish' },
  ]
  const pets: Pet[] = [
    { id: 1, name: 'Bella', categoryId: 1, status: 'available' },
    { id: 2, name: 'Misty', categoryId: 2, status: 'pending' },
    { id: 3, name: 'Rex', categoryId: 1, status: 'sold' },
    { id: large, name: 'Kraken', categoryId: large, status: 'available' },
  ]
  const orders: Order[] = [
    { id: 1, petId: 2, quantity: 1, shipDate: '2026-03-02T09:00:00Z', complete: false },
    { id: 2, petId: 3, quantity: 1, shipDate: '2026-01-15T14:30:00Z', complete: true },
  ]
  const inventory: InventoryItem[] = [
    { petId: 1, quantity: 3, status: 'available' },
    { petId: 2, quantity: 0, status: 'pending' },
    { petId: 3, quantity: 0, status: 'sold' },
    { petId: large, quantity: 2, status: 'available' },
  ]
  return {
    pets: byKey(pets, 'id'),
    categories: byKey(categories, 'id'),
    orders: byKey(orders, 'id'),
    inventory: byKey(inventory, 'petId'),
    next: { pet: 4, category: 3, order: 3 },
    replies: new Map(),
  }
}

function byKey<T extends JsonObject>(records: readonly T[], property: string): Map<string, T> {
  return new Map(records.map((record) => [key(record[property]), record]))
}
