import type { Operation } from '../../document.ts'
import { isTextual } from '../../http/media-type.ts'
import { groupBy } from '../../util/group-by.ts'
import { responseSchema, successResponse } from '../bodies/content.ts'
import { isParameter, parseTemplate, recordOfFile, withoutVerb, type Template } from './template.ts'

/** An operation with its parsed path. */
export interface Route {
  readonly operation: Operation
  readonly template: Template
}

/** Routes by the key of their path, in document order. */
export type Routes = ReadonlyMap<string, readonly Route[]>

/**
 * Groups operations by path. A verb that repeats the method (`POST /pets/create`) is dropped, unless the shorter path has that method too.
 * Where `GET /files/{id}` responds with the file, `GET /files/{id}/metadata` reads the record.
 */
export function routesOf(operations: readonly Operation[]): Routes {
  const routes = operations.map((operation) => ({ operation, template: parseTemplate(operation.path) }))
  const taken = new Set(routes.map(({ operation, template }) => `${operation.method} ${template.key}`))
  const files = new Set(routes.filter(showsFile))
  const fileKeys = new Set([...files].map(({ template }) => template.key))
  const others = routes.filter((route) => !files.has(route))
  const placed = others.map(({ operation, template }): Route => {
    const record = recordOfFile(template)
    if (record && fileKeys.has(record.key)) return { operation, template: record }
    const shorter = withoutVerb(template, operation.method)
    const isFree = shorter !== undefined && !taken.has(`${operation.method} ${shorter.key}`)
    // `GET /images/{name}/get` may be a download.
    const isOfRecords = operation.method !== 'GET' || responseSchema(operation) !== undefined
    const route = { operation, template: isFree && isOfRecords ? shorter : template }
    taken.add(`${operation.method} ${route.template.key}`)
    return route
  })
  // The GET that reads a record comes before the one that downloads its file.
  return groupBy([...placed, ...files], ({ template }) => template.key)
}

/** The first route with the method. */
export function byMethod(routes: readonly Route[], method: string): Route | undefined {
  return routes.find(({ operation }) => operation.method === method)
}

/** Whether a GET responds with nothing but the file of the record that its path names. */
export function showsFile({ operation, template }: Route): boolean {
  const types = successResponse(operation)?.content.map(({ type }) => type) ?? []
  return (
    operation.method === 'GET' &&
    isParameter(template.segments.at(-1)) &&
    types.length > 0 &&
    !responseSchema(operation) &&
    !types.some(isTextual)
  )
}
