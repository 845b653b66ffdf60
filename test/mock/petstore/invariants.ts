import type { Category, InventoryItem, Order, Pet } from '../../../mock/petstore/records.ts'
import type { StoreSnapshot } from '../../../mock/store/store.ts'
import type { JsonObject } from '../../../spec/json.ts'

/** The violations of the Pet Store's rules in a world, as sentences. */
export function brokenRules(snapshot: StoreSnapshot): readonly string[] {
  const recordsOf = (name: string): readonly JsonObject[] =>
    (snapshot.collections.find(({ resource }) => resource === name)?.records ?? []).map(
      ([, record]) => record,
    )
  const pets = recordsOf('/pets') as readonly Pet[]
  const items = new Map(
    (recordsOf('/inventory') as readonly InventoryItem[]).map((item) => [item.petId, item]),
  )
  const categories = new Set((recordsOf('/categories') as readonly Category[]).map(({ id }) => id))
  const petIds = new Set(pets.map(({ id }) => id))
  return [
    ...pets.flatMap(({ id, status, categoryId }) => [
      ...(items.get(id)?.status === status
        ? []
        : [`Pet ${id} is ${status}, its entry ${items.get(id)?.status}.`]),
      ...(categories.has(categoryId) ? [] : [`Pet ${id} is in category ${categoryId}, which is not there.`]),
    ]),
    ...[...items].flatMap(([id, { quantity }]) => [
      ...(petIds.has(id) ? [] : [`There is an entry for pet ${id}, which is not there.`]),
      ...(quantity >= 0 ? [] : [`Pet ${id} has ${quantity} in stock.`]),
    ]),
    ...(recordsOf('/store/orders') as readonly Order[])
      .filter(({ petId, complete }) => !complete && !petIds.has(petId))
      .map(({ id, petId }) => `Open order ${id} is for pet ${petId}, which is not there.`),
    ...snapshot.collections
      .filter(({ nextId, records }) => records.some(([id]) => Number(id) >= nextId))
      .map(({ resource }) => `The next id of ${resource} is taken.`),
  ]
}
