import { addRoute, createRouter as createRadixRouter, findRoute } from 'rou3'
import type { Operation } from './document.ts'
import type { Headers } from './http.ts'
import { cacheMatches, type PathMatch } from './routing/match-cache.ts'
import {
  isMet,
  mayApply,
  splitPath,
  withQueryParameters,
  type PathCondition,
} from './routing/path-conditions.ts'
import { parametersOf, radixSegment, segmentOf, type Segment } from './routing/segments.ts'

/** The result of routing a request. */
export type Match =
  | {
      readonly kind: 'found'
      readonly operation: Operation
      /** By name, still percent-encoded. */
      readonly params: Readonly<Record<string, string>>
    }
  /** The path exists, but not with this method. `allow` are the methods of the path, `operations` its operations. */
  | {
      readonly kind: 'method'
      readonly allow: readonly string[]
      readonly operations: readonly Operation[]
    }
  | { readonly kind: 'none' }

/** Finds the operation that a request is for. */
export interface Router {
  /**
   * `path` as sent. `query` and `headers` matter only if the document distinguishes operations by more than their path;
   * without them these conditions count as met.
   */
  match(method: string, path: string, query?: string, headers?: Headers): Match
  /** The methods of a path, sorted, with OPTIONS, and HEAD if it has GET; undefined when no path matches. */
  allow(path: string): readonly string[] | undefined
}

/** Rewrites the path of a request so that a route matches it; undefined if there is nothing to rewrite. */
export type EncodeNames = (path: string) => string | undefined

/** The path of one operation: operations on the same path may name its parameters differently. */
interface Route {
  readonly operation: Operation
  readonly segments: readonly Segment[]
  readonly hasTrailingSlash: boolean
  /** What the request must send besides the path. */
  readonly conditions: readonly PathCondition[]
}

interface Candidate {
  readonly route: Route
  readonly params: Readonly<Record<string, string>>
}

type Radix = ReturnType<typeof createRadixRouter<Route[]>>

const none: Match = { kind: 'none' }

/**
 * Creates the router of a document's operations. Concrete paths take precedence over templated ones (OpenAPI 3.0.4
 * §4.7.8.1). Paths that differ only in parameter names or a trailing slash share their methods; of two operations with the
 * same method, the one whose trailing slash is as sent takes precedence. A path that no route matches is tried again as
 * `encodeNames` rewrites it.
 */
export function createRouter(operations: readonly Operation[], encodeNames?: EncodeNames): Router {
  const radix = createRadixRouter<Route[]>()
  const byShape = new Map<string, Route[]>()
  for (const operation of operations) add(radix, byShape, operation)

  const search = (path: string): PathMatch<Route[]> | undefined =>
    findRoute(radix, '', path.includes('%') ? decodeUnreserved(path) : path)
  const find = cacheMatches(search, operations)
  const findEncoded = (path: string): PathMatch<Route[]> | undefined => {
    const encoded = encodeNames?.(path)
    return encoded === undefined ? undefined : find(encoded)
  }
  const findAll = (path: string, query?: string, headers?: Headers): readonly Candidate[] => {
    const match = find(path) ?? findEncoded(path)
    const candidates: Candidate[] = []
    for (const route of match?.data ?? []) {
      const { segments, conditions } = route
      const params = parametersOf(segments, match?.params ?? {})
      if (params && (conditions.length === 0 || mayApply(conditions, query, headers)))
        candidates.push({ route, params })
    }
    return candidates
  }

  return {
    match(method, path, query, headers) {
      const all = findAll(path, query, headers)
      if (all.length === 0) return none
      const best = bestOf(all, method, path, query, headers)
      if (best) {
        const { operation, conditions } = best.route
        return { kind: 'found', operation, params: withQueryParameters(conditions, best.params, query) }
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
 * The first candidate with the method whose conditions are all met; among those with equally many conditions, one whose
 * trailing slash is as sent. If there is none, the last candidate with the method.
 */
function bestOf(
  all: readonly Candidate[],
  method: string,
  path: string,
  query: string | undefined,
  headers: Headers | undefined,
): Candidate | undefined {
  const hasTrailingSlash = path.endsWith('/')
  let best: Candidate | undefined
  let last: Candidate | undefined
  for (const candidate of all) {
    const { operation, conditions } = candidate.route
    if (operation.method !== method) continue
    last = candidate
    if (!conditions.every((condition) => isMet(condition, query, headers))) continue
    if (best && conditions.length < best.route.conditions.length) break
    if (candidate.route.hasTrailingSlash === hasTrailingSlash) return candidate
    best ??= candidate
  }
  return best ?? last
}

function add(radix: Radix, byShape: Map<string, Route[]>, operation: Operation): void {
  const [path, conditions] = splitPath(operation)
  // Clients remove dot segments before they send a request (RFC 3986 §5.2.4).
  if (/\/(?:\.|%2e){1,2}(?:\/|$)/i.test(path)) return
  const shape = path === '/' ? path : path.replace(/\/$/, '').split('/').map(radixSegment).join('/')
  let routes = byShape.get(shape)
  if (!routes) {
    routes = []
    byShape.set(shape, routes)
    addRoute(radix, '', shape, routes)
  }
  const segments = path.split('/').flatMap((text, index) => segmentOf(text, index, operation) ?? [])
  routes.push({ operation, segments, hasTrailingSlash: path.endsWith('/'), conditions })
  routes.sort(
    (first, second) =>
      second.conditions.length - first.conditions.length ||
      literalLength(second.operation.path) - literalLength(first.operation.path),
  )
}

const literalLength = (path: string): number => path.replaceAll(/\{[^{}]+\}/g, '').length

/** Decodes unreserved characters: `%7E` and `~` are equivalent (RFC 3986 §6.2.2.2). */
function decodeUnreserved(path: string): string {
  return path.replaceAll(/%[0-9a-f]{2}/gi, (escape) => {
    const character = String.fromCodePoint(Number.parseInt(escape.slice(1), 16))
    return /[A-Za-z0-9\-._~]/.test(character) ? character : escape
  })
}

function allowed(all: readonly Candidate[]): readonly string[] {
  const names = new Set([...all.map(({ route }) => route.operation.method), 'OPTIONS'])
  if (names.has('GET')) names.add('HEAD')
  return [...names].sort()
}
