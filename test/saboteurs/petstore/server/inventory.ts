import { reply } from '../../shared/exchange.ts'
import { setStock } from './orders.ts'
import { noSuch, type Handlers } from './pets.ts'
import { inOrder, key } from './state.ts'

type InventoryOperation = 'listInventory' | 'getInventoryItem' | 'updateInventory'

export const inventory: Pick<Handlers, InventoryOperation> = {
  listInventory: (_, state) => reply(200, inOrder(state.inventory)),

  getInventoryItem({ path }, state) {
    const item = state.inventory.get(key(path['petId']))
    return item ? reply(200, item) : noSuch('pet', path['petId'])
  },

  updateInventory({ path, body }, state) {
    const item = state.inventory.get(key(path['petId']))
    if (item === undefined) return noSuch('pet', path['petId'])
    const quantity = Number(body['quantity'])
    return reply(200, setStock(state, item.petId, quantity, quantity === 0 ? 'sold' : 'available'))
  },
}
