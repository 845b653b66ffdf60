import { addRoute, createRouter as createRadixRouter, findRoute } from 'rou3'
import type { Operation } from './document.ts'
import type { Headers } from './http.ts'
import { isMeant, isSent, takeApart, withQuery, type Mark } from './routing/path-conditions.ts'
import { parametersOf, segmentOf, shapeOf, type Segment } from './routing/segments.ts'
import { rememberShapes, type Shaped } from './routing/match-cache.ts'

/** What is found for a request. */
export type Match =
  | {
      readonly kind: 'found'
      readonly operation: Operation
      /** By name, still percent-encoded. */
      readonly params: Readonly<Record<string, string>>
    }
  /** The path is known, the method is not: `allow` are the methods it has, whatever is sent beside it, `operations` what they do. */
  | {
      readonly kind: 'method'
      readonly allow: readonly string[]
      readonly operations: readonly Operation[]
    }
  | { readonly kind: 'none' }

/** Finds the operation that a request is for. */
export interface Router {
  /**
   * `path` as sent. `query` and `headers` matter only to paths of the document that tell operations apart by more than
   * their path; without them any is taken.
   */
  match(method: string, path: string, query?: string, headers?: Headers): Match
  /** The methods of the path that matches, sorted, with OPTIONS, and HEAD where there is GET; undefined when none does. */
  allow(path: string): readonly string[] | undefined
}

/** One operation's path: operations of one path may name its parameters differently. */
interface Route {
  readonly operation: Operation
  readonly segments: readonly Segment[]
  /** Whether its path ends in a slash. */
  readonly isSlashed: boolean
  /** What else must be sent. */
  readonly marks: readonly Mark[]
}

interface Found {
  readonly route: Route
  readonly params: Readonly<Record<string, string>>
}

type Radix = ReturnType<typeof createRadixRouter<Route[]>>

const none: Match = { kind: 'none' }

/**
 * Finds the operation a request is for. A concrete path goes before a templated one (OpenAPI 3.0.4 §4.7.8.1); paths
 * that differ only in parameter names or a trailing slash share their methods; of two operations of one method that one is
 * meant whose slash is as sent.
 */
export function createRouter(operations: readonly Operation[]): Router {
  const radix = createRadixRouter<Route[]>()
  const byShape = new Map<string, Route[]>()
  for (const operation of operations) add(radix, byShape, operation)

  const search = (path: string): Shaped<Route[]> | undefined =>
    findRoute(radix, '', path.includes('%') ? decodeUnreserved(path) : path)
  const find = rememberShapes(search, operations)
  const findAll = (path: string, query?: string, headers?: Headers): readonly Found[] => {
    const found = find(path)
    const all: Found[] = []
    for (const route of found?.data ?? []) {
      const { segments, marks } = route
      const params = parametersOf(segments, found?.params ?? {})
      if (params && (marks.length === 0 || isMeant(marks, query, headers))) all.push({ route, params })
    }
    return all
  }

  return {
    match(method, path, query, headers) {
      const all = findAll(path, query, headers)
      if (all.length === 0) return none
      const meant = meantOf(all, method, path, query, headers)
      if (meant) {
        const { operation, marks } = meant.route
        return { kind: 'found', operation, params: withQuery(marks, meant.params, query) }
      }
      const operations = all.map(({ route }) => route.operation)
      return { kind: 'method', allow: allowed(findAll(path)), operations }
    },
    allow(path) {
      const all = findAll(path)
      return all.length === 0 ? undefined : allowed(all)
    },
  }
}

/**
 * The first that has the method and of which all is sent, one whose slash at the end is as sent before others that ask for
 * as much; else the last that has the method.
 */
function meantOf(
  all: readonly Found[],
  method: string,
  path: string,
  query: string | undefined,
  headers: Headers | undefined,
): Found | undefined {
  const isSlashed = path.endsWith('/')
  let best: Found | undefined
  let last: Found | undefined
  for (const found of all) {
    const { operation, marks, isSlashed: isLike } = found.route
    if (operation.method !== method) continue
    last = found
    if (!marks.every((mark) => isSent(mark, query, headers))) continue
    if (best && marks.length < best.route.marks.length) break
    if (isLike === isSlashed) return found
    best ??= found
  }
  return best ?? last
}

function add(radix: Radix, byShape: Map<string, Route[]>, operation: Operation): void {
  const [path, marks] = takeApart(operation)
  const shape = path === '/' ? path : path.replace(/\/$/, '').split('/').map(shapeOf).join('/')
  let routes = byShape.get(shape)
  if (!routes) {
    routes = []
    byShape.set(shape, routes)
    addRoute(radix, '', shape, routes)
  }
  const segments = path.split('/').flatMap((text, index) => segmentOf(text, index, operation) ?? [])
  routes.push({ operation, segments, isSlashed: path.endsWith('/'), marks })
  routes.sort(
    (first, second) =>
      second.marks.length - first.marks.length ||
      literalLength(second.operation.path) - literalLength(first.operation.path),
  )
}

const literalLength = (path: string): number => path.replaceAll(/\{[^{}]+\}/g, '').length

/** `%7E` and `~` are the same path (RFC 3986 §6.2.2.2). */
function decodeUnreserved(path: string): string {
  return path.replaceAll(/%[0-9a-f]{2}/gi, (escape) => {
    const character = String.fromCodePoint(Number.parseInt(escape.slice(1), 16))
    return /[A-Za-z0-9\-._~]/.test(character) ? character : escape
  })
}

function allowed(all: readonly Found[]): readonly string[] {
  const names = new Set([...all.map(({ route }) => route.operation.method), 'OPTIONS'])
  if (names.has('GET')) names.add('HEAD')
  return [...names].sort()
}
