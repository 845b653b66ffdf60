import type { Operation } from '../../document.ts'
import { groupBy } from '../../util/group-by.ts'
import { responseSchema } from '../bodies/content.ts'
import { parseTemplate, withoutVerb, type Template } from './template.ts'

/** An operation with its parsed path. */
export interface Route {
  readonly operation: Operation
  readonly template: Template
}

/** Routes by the key of their path, in document order. */
export type Routes = ReadonlyMap<string, readonly Route[]>

/** Groups operations by path. A verb that repeats the method (`POST /pets/create`) is dropped, unless the shorter path has that method too. */
export function routesOf(operations: readonly Operation[]): Routes {
  const routes = operations.map((operation) => ({ operation, template: parseTemplate(operation.path) }))
  const taken = new Set(routes.map(({ operation, template }) => `${operation.method} ${template.key}`))
  const placed = routes.map(({ operation, template }): Route => {
    const shorter = withoutVerb(template, operation.method)
    const isFree = shorter !== undefined && !taken.has(`${operation.method} ${shorter.key}`)
    // `GET /images/{name}/get` may be a download.
    const isOfRecords = operation.method !== 'GET' || responseSchema(operation) !== undefined
    const route = { operation, template: isFree && isOfRecords ? shorter : template }
    taken.add(`${operation.method} ${route.template.key}`)
    return route
  })
  return groupBy(placed, ({ template }) => template.key)
}

/** The first route with the method. */
export function byMethod(routes: readonly Route[], method: string): Route | undefined {
  return routes.find(({ operation }) => operation.method === method)
}
