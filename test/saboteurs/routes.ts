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

/** The methods of a template, for `Allow`; every GET is also a HEAD. */
export function allowed(template: string): string {
  const methods = Object.keys(routes[template] ?? {})
  return [...methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])), 'OPTIONS'].join(
    ', ',
  )
}

/** The operation of a template and method. */
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

/** The parameters of a path that has these parts, still percent-encoded. */
export function match(
  wanted: readonly string[],
  given: readonly string[],
): Record<string, string> | undefined {
  if (wanted.length !== given.length) return undefined
  const path: Record<string, string> = {}
  for (const [index, part] of wanted.entries()) {
    const segment = given[index]!
    if (part.startsWith('{') && segment !== '') path[part.slice(1, -1)] = segment
    else if (decoded(segment) !== part) return undefined
  }
  return path
}

/** `text` without its percent-encoding, undefined when that is broken. */
export function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
