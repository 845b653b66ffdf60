import type { Operation } from '../../document.ts'
import { groupBy } from '../../util/group-by.ts'
import { parseTemplate, withoutVerb } from './template.ts'
import type { Template } from './template.ts'

/** An operation and its path, taken apart. */
export interface Route {
  readonly operation: Operation
  readonly template: Template
}

/** Routes by the key of their path, in the order of the document. */
export type Routes = ReadonlyMap<string, readonly Route[]>

/** A path that spells its method out (`POST /pets/create`) counts as the plain path, unless that has such a method too. */
export function routesOf(operations: readonly Operation[]): Routes {
  const routes = operations.map((operation) => ({ operation, template: parseTemplate(operation.path) }))
  const taken = new Set(routes.map(({ operation, template }) => `${operation.method} ${template.key}`))
  const placed = routes.map(({ operation, template }): Route => {
    const shorter = withoutVerb(template, operation.method)
    const isFree = shorter !== undefined && !taken.has(`${operation.method} ${shorter.key}`)
    const route = { operation, template: isFree ? shorter : template }
    taken.add(`${operation.method} ${route.template.key}`)
    return route
  })
  return groupBy(placed, ({ template }) => template.key)
}

/** The first with that method. */
export function byMethod(routes: readonly Route[], method: string): Route | undefined {
  return routes.find(({ operation }) => operation.method === method)
}
