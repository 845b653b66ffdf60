import type { Json } from '../../shared/json.ts'
import type { Shape } from './shapes.ts'

/** The inputs of an operation: its parameters by location and name, and its body. */
export interface Inputs {
  path: Record<string, Shape>
  query: Record<string, Shape>
  header: Record<string, Shape>
  defaults: Record<string, Json>
  body?: Shape
}

const operationIds = [
  'listPets',
  'createPet',
  'getPet',
  'updatePet',
  'deletePet',
  'listCategories',
  'createCategory',
  'getCategory',
  'deleteCategory',
  'listOrders',
  'placeOrder',
  'getOrder',
  'updateOrder',
  'cancelOrder',
  'listInventory',
  'getInventoryItem',
  'updateInventory',
] as const
export type OperationId = (typeof operationIds)[number]

const id = (): Shape => ({ type: 'integer', format: 'int64', minimum: 1 })
const name = (): Shape => ({ type: 'string', minLength: 1, maxLength: 100 })
const status = (): Shape => ({ type: 'string', enum: ['available', 'pending', 'sold'] })
const stock = (minimum: number): Shape => ({ type: 'integer', format: 'int32', minimum })
const date = (): Shape => ({ type: 'string', format: 'date-time' })

const pet = (): Record<string, Shape> => ({ name: name(), categoryId: id(), status: status() })
const pages = (): Record<string, Shape> => ({
  limit: { type: 'integer', format: 'int32', minimum: 1, maximum: 100 },
  offset: stock(0),
})
const filters = (): Record<string, Shape> => ({
  status: status(),
  categoryId: id(),
  id: { type: 'array', items: id() },
})

function inputs(given: Partial<Inputs> = {}): Inputs {
  return { path: {}, query: {}, header: {}, defaults: {}, ...given }
}

function object(properties: Record<string, Shape>, rest: Partial<Shape>): Shape {
  return { type: 'object', properties, ...rest }
}

/** The inputs of all operations: a new table for each store, since a defect may change it. */
export function createInputs(): Record<OperationId, Inputs> {
  const petId = { petId: id() }
  return {
    listPets: inputs({ query: { ...pages(), ...filters() }, defaults: { limit: 20, offset: 0 } }),
    createPet: inputs({ body: object(pet(), { required: ['name', 'categoryId'] }) }),
    getPet: inputs({ path: petId }),
    updatePet: inputs({ path: petId, body: object(pet(), { minProperties: 1 }) }),
    deletePet: inputs({ path: petId }),
    listCategories: inputs(),
    createCategory: inputs({
      body: object({ name: name(), description: { type: 'string' } }, { required: ['name'] }),
    }),
    getCategory: inputs({ path: { categoryId: id() } }),
    deleteCategory: inputs({ path: { categoryId: id() } }),
    listOrders: inputs(),
    placeOrder: inputs({
      header: { 'idempotency-key': { type: 'string', minLength: 1, maxLength: 255 } },
      body: object(
        { petId: id(), quantity: stock(1), shipDate: date() },
        { required: ['petId', 'quantity'] },
      ),
    }),
    getOrder: inputs({ path: { orderId: id() } }),
    updateOrder: inputs({
      path: { orderId: id() },
      body: object({ complete: { type: 'boolean', enum: [true] }, shipDate: date() }, { minProperties: 1 }),
    }),
    cancelOrder: inputs({ path: { orderId: id() } }),
    listInventory: inputs(),
    getInventoryItem: inputs({ path: petId }),
    updateInventory: inputs({
      path: petId,
      body: object({ quantity: stock(0) }, { required: ['quantity'] }),
    }),
  }
}
