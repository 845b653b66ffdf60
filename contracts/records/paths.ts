import type { Operation } from '../../spec/document.ts'
import { groupBy } from '../../spec/util/group-by.ts'
import type { HttpRequest } from '../../spec/http.ts'
import type { Json } from '../../spec/json.ts'
import { decodePercent } from '../../spec/util/percent-encoding.ts'
import { parameterNames, shapeOf } from '../../spec/routing/path-template.ts'
import type { Resource } from '../../spec/resources.ts'
import type { Api } from '../api/api.ts'
import { basePath } from '../client/client.ts'
import { escapeRegExp } from '../../spec/util/escape-reg-exp.ts'

export interface PathTarget {
  readonly resource: Resource
  /** The operation's own names of the parameters of the resource's item path, in order. */
  readonly names: readonly string[]
}

/**
 * The innermost record in an operation's path: the pet for `/pets/{petId}`, the store for `/stores/{id}/pets`. Undefined if
 * the path names no known record.
 */
export function pathTarget(api: Api, operation: Operation): PathTarget | undefined {
  const found = api.model.resources
    .filter(({ itemPath }) => itemPath !== undefined && leadsThrough(operation.path, itemPath))
    .sort((a, b) => (b.itemPath?.length ?? 0) - (a.itemPath?.length ?? 0))[0]
  if (found?.itemPath !== undefined) {
    const names = parameterNames(operation.path).slice(0, parameterNames(found.itemPath).length)
    return names.length === 0 ? undefined : { resource: found, names }
  }
  return byReference(api, operation) ?? byParent(api, operation)
}

/** The target of `/trips/{tripId}/stops` if there is no path of a single trip. */
function byParent(api: Api, operation: Operation): PathTarget | undefined {
  const parent = api.model.roles.get(operation.id)?.resource.parent
  const resource = parent && api.model.resources.find(({ name }) => name === parent.resource)
  const names = parameterNames(operation.path)
  const isWhole = parent?.parameters.join() === names.join()
  return resource && isWhole ? { resource, names } : undefined
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
const heads = new WeakMap<Api, ReadonlyMap<string, readonly string[]>>()

function headsOf(api: Api): ReadonlyMap<string, readonly string[]> {
  const known = heads.get(api)
  if (known) return known
  const described = api.declared.filter(({ method }) => method === 'HEAD').map(({ path }) => path)
  const byShape = groupBy(described, shapeOf)
  heads.set(api, byShape)
  return byShape
}

/**
 * Whether HEAD on the path corresponds to this GET: a HEAD declared for the path alone may ignore the query that
 * distinguishes other operations of that path, as in `/notes?tags`.
 */
export function isAskedByHead(api: Api, { path }: Operation): boolean {
  const described = headsOf(api)
  return described.size === 0 || (described.get(shapeOf(path))?.includes(path) ?? true)
}

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
  const found = new RegExp(`${pattern}/?$`).exec(request.path)
  return found?.slice(1).map((id) => decodePercent(id) ?? id)
}

/** Converts an id found in a URI to the type of the resource's ids. */
export function typedId(text: string, type: Resource['idType']): Json {
  if (type !== 'integer' || !/^-?\d+$/.test(text)) return text
  const value = Number(text)
  return Number.isSafeInteger(value) ? value : BigInt(text)
}

/** Path and query, relative to the target, of a URI reference in a response to `from`; undefined if it leads elsewhere. */
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

/** Whether two hosts are the same: servers may use another name of the local machine, or another scheme behind a proxy. */
function isSameHost(url: URL, base: URL): boolean {
  const local = new Set(['localhost', '127.0.0.1', '[::1]'])
  return url.hostname === base.hostname || (local.has(url.hostname) && local.has(base.hostname))
}
