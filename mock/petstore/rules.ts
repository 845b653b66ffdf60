import type { Behaviours } from '../behaviour.ts'
import { createCategory, deleteCategory } from './categories.ts'
import { cancelOrder, placeOrder, updateOrder } from './orders.ts'
import { createPet, deletePet, updateInventory, updatePet } from './pets.ts'

/** The business rules of the Pet Store, by operation id. All other operations have the default behaviour. */
export const petstoreBehaviours: Behaviours = {
  createPet,
  updatePet,
  deletePet,
  createCategory,
  deleteCategory,
  placeOrder,
  updateOrder,
  cancelOrder,
  updateInventory,
}
