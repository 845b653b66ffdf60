import { match } from '../../shared/paths.ts'
import type { OperationId } from './inputs.ts'

type Methods = Readonly<Record<string, OperationId>>

const routes: Readonly<Record<string, Methods>> = {
  '/pets': { GET: 'listPets', POST: 'createPet' },
  '/pets/{petId}': { GET: 'getPet', PATCH: 'updatePet', DELETE: 'deletePet' },
  '/categories': { GET: 'listCategories', POST: 'createCategory' },
  '/categories/{categoryId}': { GET: 'getCategory', DELETE: 'deleteCategory' },
  '/store/orders': { GET: 'listOrders', POST: 'placeOrder' },
  '/store/orders/{orderId}': { GET: 'getOrder', PATCH: 'updateOrder', DELETE: 'cancelOrder' },
  '/inventory': { GET: 'listInventory' },
  '/inventory/{petId}': { GET: 'getInventoryItem', PATCH: 'updateInventory' },
}

export interface Route {
  readonly template: string | undefined
  readonly operationId: OperationId | undefined
  readonly path: Readonly<Record<string, string>>
}

/** The methods of a path, for `Allow`. */
export function allowed(template: string): string {
  const methods = Object.keys(routes[template] ?? {})
  return [...methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])), 'OPTIONS'].join(
    ', ',
  )
}

/** The operation of a path template and a method; for HEAD, the operation of GET. */
export function operationOf(template: string, method: string): OperationId | undefined {
  const name = method === 'HEAD' ? 'GET' : method
  const methods = routes[template] ?? {}
  return Object.hasOwn(methods, name) ? methods[name] : undefined
}

export function route(method: string, pathname: string): Route {
  const segments = pathname.split('/')
  for (const template of Object.keys(routes)) {
    const path = match(template.split('/'), segments)
    if (path) return { template, operationId: operationOf(template, method), path }
  }
  return { template: undefined, operationId: undefined, path: {} }
}
