import type { Operation } from '../../spec/document.ts'
import type { HttpRequest } from '../../spec/http.ts'
import type { Json } from '../../spec/json.ts'
import type { Resource } from '../../spec/resources.ts'
import { parameterNames, shapeOf } from '../../spec/routing/path-template.ts'
import { escapeRegExp } from '../../spec/util/escape-reg-exp.ts'
import { groupBy } from '../../spec/util/group-by.ts'
import { perObject } from '../../spec/util/memo.ts'
import { decodePercent } from '../../spec/util/percent-encoding.ts'
import type { Api } from '../api/api.ts'
import { basePath } from '../client/client.ts'

/** The record that a path leads to. */
export interface PathTarget {
  readonly resource: Resource
  /** The operation's own names of the parameters of the resource's item path, in order. */
  readonly names: readonly string[]
}

/**
 * The innermost record in an operation's path: the pet for `/pets/{petId}`, the store for `/stores/{id}/pets`. Undefined if
 * the path names no known record.
 */
export const pathTarget = (api: Api, operation: Operation): PathTarget | undefined =>
  targetsOf(api)(operation)

const targetsOf = perObject((api: Api) => perObject((operation: Operation) => findTarget(api, operation)))

function findTarget(api: Api, operation: Operation): PathTarget | undefined {
  const item = itemActedOn(api, operation)
  if (item) return item
  const innermost = api.model.resources
    .filter(({ itemPath }) => itemPath !== undefined && leadsThrough(operation.path, itemPath))
    .sort((a, b) => (b.itemPath?.length ?? 0) - (a.itemPath?.length ?? 0))[0]
  if (innermost?.itemPath !== undefined) {
    const names = parameterNames(operation.path).slice(0, parameterNames(innermost.itemPath).length)
    return names.length === 0 ? undefined : { resource: innermost, names }
  }
  return byReference(api, operation) ?? byParent(api, operation)
}

/** The item of a list in `/trips/{tripId}/stops/{stopId}/skip` if there is no path of a single one. */
function itemActedOn(api: Api, operation: Operation): PathTarget | undefined {
  const { resource, operation: role } = api.model.roles.get(operation.id) ?? {}
  if (role?.idParameter === undefined || resource?.kind !== 'collection' || resource.itemPath !== undefined)
    return undefined
  const names = [...role.scope, role.idParameter]
  return parameterNames(operation.path).join() === names.join() ? { resource, names } : undefined
}

/** The target of `/trips/{tripId}/stops` if there is no path of a single trip. */
function byParent(api: Api, operation: Operation): PathTarget | undefined {
  const parent = api.model.roles.get(operation.id)?.resource.parent
  const resource = parent && api.model.resources.find(({ name }) => name === parent.resource)
  const names = parameterNames(operation.path)
  const areAllOfParent = parent?.parameters.join() === names.join()
  return resource && areAllOfParent ? { resource, names } : undefined
}

/** The target of `/users/{userId}/orders` if only the parameter's name says whose id it is. */
function byReference(api: Api, operation: Operation): PathTarget | undefined {
  const name = parameterNames(operation.path).at(-1)
  const referenced = name === undefined ? undefined : api.references.get(name)
  const resource = api.model.resources.find((each) => each.name === referenced)
  const isSingle = resource?.itemPath !== undefined && parameterNames(resource.itemPath).length === 1
  return resource && name !== undefined && isSingle ? { resource, names: [name] } : undefined
}

/** The paths with a declared HEAD, by their shape: without parameter names and query. */
const headsOf = perObject((api: Api): ReadonlyMap<string, readonly string[]> => {
  const paths = api.declared.filter(({ method }) => method === 'HEAD').map(({ path }) => path)
  return groupBy(paths, shapeOf)
})

/**
 * Whether HEAD on the path corresponds to this GET: a HEAD declared for the path alone may ignore the query that
 * distinguishes other operations of that path, as in `/notes?tags`.
 */
export function correspondsToHead(api: Api, { path }: Operation): boolean {
  const heads = headsOf(api)
  return heads.size === 0 || (heads.get(shapeOf(path))?.includes(path) ?? true)
}

/** Whether a path is the item path, or continues it. */
function leadsThrough(path: string, itemPath: string): boolean {
  const [whole, start] = [shapeOf(path), shapeOf(itemPath)]
  return (
    start.includes('{}') &&
    (whole === start || whole.startsWith(`${start}/`) || whole.startsWith(`${start}:`))
  )
}

/** The ids in a URI reference to a record of the resource, outermost first. */
export function keyInLocation(
  target: string,
  location: string,
  resource: Resource,
): readonly string[] | undefined {
  const request = requestAt(target, location, '/')
  if (request === undefined || resource.itemPath === undefined) return undefined
  const pattern = resource.itemPath
    .split(/\{[^{}]+\}/)
    .map(escapeRegExp)
    .join('([^/]+)')
  const match = new RegExp(`${pattern}/?$`).exec(request.path)
  return match?.slice(1).map((id) => decodePercent(id) ?? id)
}

/** Converts an id found in a URI to the type of the resource's ids. */
export function typedId(text: string, type: Resource['idType']): Json {
  if (type !== 'integer' || !/^-?\d+$/.test(text)) return text
  const value = Number(text)
  return Number.isSafeInteger(value) ? value : BigInt(text)
}

/**
 * Returns the path and query, relative to the target, of a URI reference in the response to a request for the path `from`;
 * undefined if it leads to another host.
 */
export function requestAt(
  target: string,
  reference: string,
  from: string,
): Pick<HttpRequest, 'path' | 'query'> | undefined {
  const base = new URL(target)
  const prefix = basePath(target)
  let url: URL
  try {
    url = new URL(reference, `${base.origin}${prefix}${from}`)
  } catch {
    return undefined
  }
  if (url.origin !== base.origin && !isSameHost(url, base)) return undefined
  // A server behind a proxy may not know its prefix: `/pets/4` is then taken as relative to `/api`.
  const path = url.pathname.startsWith(`${prefix}/`) ? url.pathname.slice(prefix.length) : url.pathname
  return { path, query: url.search.slice(1) }
}

/** Whether two URLs have the same host: servers may use another name of the local machine, or another scheme behind a proxy. */
function isSameHost(url: URL, base: URL): boolean {
  const local = new Set(['localhost', '127.0.0.1', '[::1]'])
  return url.hostname === base.hostname || (local.has(url.hostname) && local.has(base.hostname))
}
