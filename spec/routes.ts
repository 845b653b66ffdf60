import { addRoute, createRouter as createRadixRouter, findRoute } from 'rou3'
import type { Operation } from './document.ts'

export type Match =
  | {
      readonly kind: 'found'
      readonly operation: Operation
      /** By name, still percent-encoded. */
      readonly params: Readonly<Record<string, string>>
    }
  /** The path is known, the method is not: `allow` are the methods it has. */
  | { readonly kind: 'method'; readonly allow: readonly string[] }
  | { readonly kind: 'none' }

export interface Router {
  /** `path` as sent. `query` matters only to paths of the document that hold one; without it any is taken. */
  match(method: string, path: string, query?: string): Match
  /** The methods of the path that matches, sorted, with OPTIONS, and HEAD where there is GET; undefined when none does. */
  allow(path: string): readonly string[] | undefined
}

/** One operation's path: operations of one path may name its parameters differently. */
interface Route {
  readonly operation: Operation
  readonly segments: readonly Segment[]
  /** Members of a query that stands in the path, `/?Action=List`: all must be sent. */
  readonly query: readonly string[]
}

/** A segment with parameters: `{petId}`, `{id}.json`, `{from}-{to}`. */
interface Segment {
  /** The name rou3 knows it by: names of a document may hold characters that rou3 gives meaning to. */
  readonly key: string
  readonly names: readonly string[]
  /** How the names stand in the segment; undefined when it is one parameter and nothing else. */
  readonly pattern: RegExp | undefined
}

interface Found {
  readonly route: Route
  readonly params: Readonly<Record<string, string>>
}

type Radix = ReturnType<typeof createRadixRouter<Route[]>>

const none: Match = { kind: 'none' }

/**
 * Finds the operation a request is for. A concrete path goes before a templated one (OpenAPI 3.0.4 §4.7.8.1); paths
 * that differ only in parameter names or a trailing slash share their methods.
 */
export function createRouter(operations: readonly Operation[]): Router {
  const radix = createRadixRouter<Route[]>()
  const byShape = new Map<string, Route[]>()
  for (const operation of operations) add(radix, byShape, operation)

  const findAll = (path: string, query?: string): readonly Found[] => {
    const found = findRoute(radix, '', path.includes('%') ? decodeUnreserved(path) : path)
    const all: Found[] = []
    for (const route of found?.data ?? []) {
      const params = parametersOf(route, found?.params ?? {})
      if (params && holds(query, route.query)) all.push({ route, params })
    }
    return all
  }

  return {
    match(method, path, query) {
      const all = findAll(path, query)
      if (all.length === 0) return none
      for (const { route, params } of all) {
        if (route.operation.method === method) return { kind: 'found', operation: route.operation, params }
      }
      return { kind: 'method', allow: allowed(all) }
    },
    allow(path) {
      const all = findAll(path)
      return all.length === 0 ? undefined : allowed(all)
    },
  }
}

function add(radix: Radix, byShape: Map<string, Route[]>, operation: Operation): void {
  const [path = '', query = ''] = operation.path.split('?', 2)
  const shape = path === '/' ? path : path.replace(/\/$/, '').split('/').map(shapeOf).join('/')
  let routes = byShape.get(shape)
  if (!routes) {
    routes = []
    byShape.set(shape, routes)
    addRoute(radix, '', shape, routes)
  }
  const segments = path.split('/').flatMap((text, index) => segmentOf(text, index) ?? [])
  routes.push({ operation, segments, query: query.split('&').filter((member) => member !== '') })
  routes.sort((first, second) => literalLength(second.operation.path) - literalLength(first.operation.path))
}

const holds = (query: string | undefined, members: readonly string[]): boolean =>
  query === undefined || members.every((member) => query.split('&').includes(member))

const shapeOf = (text: string, index: number): string =>
  text.includes('{') ? `:p${String(index)}` : text.replaceAll(/[:()*?+{}\\]/g, String.raw`\$&`)

const literalLength = (path: string): number => path.replaceAll(/\{[^{}]+\}/g, '').length

function segmentOf(text: string, index: number): Segment | undefined {
  const names = [...text.matchAll(/\{([^{}]+)\}/g)].map((match) => match[1] as string)
  if (names.length === 0) return undefined
  const key = `p${String(index)}`
  if (text === `{${names[0] as string}}`) return { key, names, pattern: undefined }
  const literals = text
    .split(/\{[^{}]+\}/)
    .map((literal) => literal.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`))
  return { key, names, pattern: new RegExp(`^${literals.join('(.+?)')}$`) }
}

function parametersOf(
  { segments }: Route,
  values: Readonly<Record<string, string>>,
): Record<string, string> | undefined {
  const params: Record<string, string> = {}
  for (const { key, names, pattern } of segments) {
    const value = values[key] ?? ''
    const parts = pattern ? pattern.exec(value)?.slice(1) : [value]
    if (!parts) return undefined
    for (const [index, name] of names.entries()) params[name] = parts[index] as string
  }
  return params
}

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
