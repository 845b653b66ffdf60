import type { Operation } from '../document.ts'
import { parseTemplate } from './template.ts'
import type { Template } from './template.ts'

/** An operation and its path, taken apart. */
export interface Route {
  readonly operation: Operation
  readonly template: Template
}

/** Routes by the key of their path, in the order of the document. */
export type Routes = ReadonlyMap<string, readonly Route[]>

export function routesOf(operations: readonly Operation[]): Routes {
  const routes = new Map<string, Route[]>()
  for (const operation of operations) {
    const template = parseTemplate(operation.path)
    routes.set(template.key, [...(routes.get(template.key) ?? []), { operation, template }])
  }
  return routes
}

export function byMethod(routes: readonly Route[], method: string): Route | undefined {
  return routes.find(({ operation }) => operation.method === method)
}
