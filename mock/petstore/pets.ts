import type { Behaviour, Outcome } from '../behaviour.ts'
import { ok, refuse } from '../behaviour.ts'
import { after, type MaybePromise } from '../maybe-promise.ts'
import type { Transaction } from '../store/store.ts'
import type { Pet, PetStatus, RecordId } from './records.ts'
import { categories, hasOpenOrders, inventory, pets, saveInventoryItem } from './records.ts'

/** Allowed status transitions. */
const transitions: Readonly<Record<PetStatus, readonly PetStatus[]>> = {
  available: ['pending', 'sold'],
  pending: ['available', 'sold'],
  sold: ['available'],
}

/** Creates the inventory item of a pet along with it. */
export const createPet: Behaviour = ({ request, store, next }) => {
  const { categoryId } = request.body as { categoryId: RecordId }
  return after(categories(store).get(categoryId), (category) =>
    category
      ? after(next(), (outcome) => after(addInventoryItem(store, outcome), () => outcome))
      : unknownCategory(categoryId),
  )
}

function addInventoryItem(store: Transaction, outcome: Outcome): MaybePromise<void> {
  if (outcome.kind === 'refused') return
  const { id, status } = outcome.body as Pet
  return inventory(store).put(id, { petId: id, quantity: status === 'sold' ? 0 : 1, status })
}

/** Allows only the status {@link transitions}, and updates the status of the inventory item. */
export const updatePet: Behaviour = ({ request, store, next }) =>
  after(pets(store).get(request.path['petId'] as RecordId), (pet) => {
    if (!pet) return next()
    const { categoryId, status = pet.status } = request.body as Partial<Pet>
    const category = categoryId === undefined ? undefined : categories(store).get(categoryId)
    return after(category, (known) => {
      if (categoryId !== undefined && !known) return unknownCategory(categoryId)
      if (status !== pet.status && !transitions[pet.status].includes(status)) {
        return refuse(409, 'invalid_transition', `A ${pet.status} pet cannot become ${status}.`)
      }
      return after(next(), (outcome) => after(setInventoryStatus(store, pet, status), () => outcome))
    })
  })

function setInventoryStatus(store: Transaction, { id }: Pet, status: PetStatus): MaybePromise<void> {
  return after(inventory(store).get(id), (item) => item && saveInventoryItem(store, { ...item, status }))
}

/** A pet cannot be deleted while it has open orders. Its inventory item is deleted along with it. */
export const deletePet: Behaviour = async ({ request, store, next }) => {
  const pet = await pets(store).get(request.path['petId'] as RecordId)
  if (!pet) return next()
  if (await hasOpenOrders(store, pet.id)) {
    return refuse(409, 'pet_has_orders', `Pet ${pet.id} has orders that are not complete.`)
  }
  await inventory(store).remove(pet.id)
  return next()
}

/** Sets the stock. A pet without stock becomes sold, otherwise available. */
export const updateInventory: Behaviour = async ({ request, store, next }) => {
  const item = await inventory(store).get(request.path['petId'] as RecordId)
  if (!item) return next()
  const { quantity } = request.body as { quantity: number }
  const updated = { ...item, quantity, status: quantity === 0 ? 'sold' : 'available' } as const
  await saveInventoryItem(store, updated)
  return ok(200, updated)
}

function unknownCategory(id: RecordId): ReturnType<typeof refuse> {
  return refuse(422, 'unknown_category', `There is no category ${id}.`)
}
