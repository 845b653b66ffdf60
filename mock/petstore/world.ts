import type { JsonObject } from '../../spec/json.ts'
import type { Random } from '../data/random.ts'
import { createRandom } from '../data/random.ts'
import type { StoreSnapshot } from '../store/store.ts'
import type { WorldName } from '../world-name.ts'
import { kinds, petNames } from './demo-data.ts'
import type { Category, InventoryItem, Order, Pet, PetStatus } from './records.ts'

export interface WorldOptions {
  readonly seed: number | string
  /** Complete orders have ship dates before it, open ones after it. */
  readonly now: Date
}

const sizes: Readonly<Record<WorldName, { readonly pets: number; readonly orders: number } | undefined>> = {
  demo: { pets: 60, orders: 40 },
  large: { pets: 10_000, orders: 4_000 },
  empty: undefined,
}

/** Creates records that obey all rules of the Pet Store: the same ones for the same options. */
export function petstoreWorld(world: WorldName, { seed, now }: WorldOptions): StoreSnapshot {
  const size = sizes[world]
  if (size === undefined) return { collections: [] }
  const random = createRandom(seed).fork(`petstore ${world}`)
  const animals = Array.from({ length: size.pets }, (_, index) => animal(random, index + 1))
  const orders = Array.from({ length: size.orders }, (_, index) => order(random, index + 1, animals, now))
  const categories = kinds.map(({ category }, index): Category => ({ id: index + 1, ...category }))
  return {
    collections: [
      collection('/categories', categories, ({ id }) => id),
      collection('/inventory', animals.map(inventoryItem), ({ petId }) => petId),
      collection('/pets', animals.map(pet), ({ id }) => id),
      collection('/store/orders', orders, ({ id }) => id),
    ],
  }
}

/** A pet while the world is created: orders reduce its stock. */
interface Animal {
  readonly id: number
  readonly name: string
  readonly categoryId: number
  stock: number
  openOrders: number
}

/** Every world contains the pets and orders from the examples of the document. */
const firstAnimals: readonly Omit<Animal, 'id' | 'openOrders'>[] = [
  { name: 'Bella', categoryId: 1, stock: 3 },
  { name: 'Misty', categoryId: 2, stock: 1 },
  { name: 'Rex', categoryId: 1, stock: 1 },
]
const firstOrders: readonly Pick<Order, 'petId' | 'complete'>[] = [
  { petId: 2, complete: false },
  { petId: 3, complete: true },
]

function animal(random: Random, id: number): Animal {
  const given = firstAnimals[id - 1]
  if (given) return { ...given, id, openOrders: 0 }
  const categoryId = random.int(1, kinds.length)
  const most = kinds[categoryId - 1]?.stock ?? 1
  return { id, name: random.pick(petNames), categoryId, stock: random.int(1, most), openOrders: 0 }
}

function order(random: Random, id: number, animals: readonly Animal[], now: Date): Order {
  const given = firstOrders[id - 1]
  const animal = given ? (animals[Number(given.petId) - 1] as Animal) : pickInStock(random, animals)
  const quantity = given ? 1 : random.int(1, Math.min(animal.stock, 3))
  const complete = given?.complete ?? random.next() < 0.6
  animal.stock -= quantity
  if (!complete) animal.openOrders += 1
  return { id, petId: animal.id, quantity, shipDate: shipDate(random, complete, now), complete }
}

/** Picks a pet with stock, starting at a random one. The first pet is excluded, so that one can always be ordered. */
function pickInStock(random: Random, animals: readonly Animal[]): Animal {
  const others = animals.length - 1
  const start = random.int(0, others - 1)
  let step = 0
  const candidate = (): Animal => animals[1 + ((start + step) % others)] as Animal
  while (candidate().stock === 0 && step < others) step += 1
  return candidate()
}

/** A full hour within six weeks of now. */
function shipDate(random: Random, isPast: boolean, now: Date): string {
  const hour = 3_600_000
  const distance = random.int(1, 42 * 24) * hour
  const instant = Math.floor(now.getTime() / hour) * hour + (isPast ? -distance : distance)
  return new Date(instant).toISOString().replace('.000Z', 'Z')
}

function statusOf({ stock, openOrders }: Animal): PetStatus {
  if (stock > 0) return 'available'
  return openOrders > 0 ? 'pending' : 'sold'
}

function pet(animal: Animal): Pet {
  return { id: animal.id, name: animal.name, categoryId: animal.categoryId, status: statusOf(animal) }
}

function inventoryItem(animal: Animal): InventoryItem {
  return { petId: animal.id, quantity: animal.stock, status: statusOf(animal) }
}

function collection<T extends JsonObject>(
  resource: string,
  records: readonly T[],
  idOf: (record: T) => number | bigint,
): StoreSnapshot['collections'][number] {
  return {
    resource,
    scope: [],
    nextId: records.length + 1,
    records: records.map((record) => [String(idOf(record)), record]),
  }
}
