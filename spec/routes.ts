import { addRoute, createRouter as createRadixRouter, findRoute } from 'rou3'
import type { Operation } from './document.ts'
import { own } from './follow.ts'
import { header, type Headers } from './http.ts'
import { matchMediaType } from './media-type.ts'
import { parameterNames } from './path-template.ts'

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

/**
 * What tells apart operations that documents give the same path, by a query or a fragment in it: `/?Action=List`,
 * `/#X-Amz-Target=Db.List`, `/tags/{id}#tagKeys`. No fragment is ever sent (RFC 9110 §7.1): these name a query parameter
 * or a header field, or nothing that is sent, `/faces#overload=stream`: then it is the body's media type that differs.
 */
interface Mark {
  readonly name: string
  /** Undefined when any will do: the operation then answers a request that lacks it, too, if no other can. */
  readonly value: string | undefined
  /** The path parameter that the value is, in `/export?name={name}`. */
  readonly parameter?: string
  /** For a fragment that names no parameter: what the operation's body may be, which must tell it apart then. */
  readonly content?: NonNullable<Operation['requestBody']>['content']
  /** Query parameters that the operation of such a fragment cannot do without. */
  readonly needs?: readonly string[]
  readonly isFragment: boolean
}

/** A segment with parameters: `{petId}`, `{id}.json`, `{from}-{to}`. */
interface Segment {
  /** The name rou3 knows it by: names of a document may hold characters that rou3 gives meaning to. */
  readonly key: string
  readonly names: readonly string[]
  /**
   * How the names stand in the segment, tried in turn: with the values that are listed for them first, which tell where
   * one ends in `{name}{extension}`. Empty when it is one parameter and nothing else.
   */
  readonly patterns: readonly RegExp[]
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

  const find = createFinder(radix, operations)
  const findAll = (path: string, query?: string, headers?: Headers): readonly Found[] => {
    const found = find(path)
    const all: Found[] = []
    for (const route of found?.data ?? []) {
      const params = parametersOf(route, found?.params ?? {})
      if (params && (route.marks.length === 0 || isMeant(route, query, headers))) all.push({ route, params })
    }
    return all
  }

  return {
    match(method, path, query, headers) {
      const all = findAll(path, query, headers)
      if (all.length === 0) return none
      const meant = meantOf(all, method, path, query, headers)
      if (meant) return { kind: 'found', operation: meant.route.operation, params: withQuery(meant, query) }
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

/** Routes of one shape, and their parameters by `p` and index of the segment. */
interface Shaped {
  readonly data: readonly Route[]
  readonly params?: Readonly<Record<string, string>> | undefined
}

/** Shapes kept: clients may send ever new ones. */
const mostShapes = 1000

/**
 * Which routes a path has does not depend on what number stands in a segment, unless the document has numbers there
 * itself: for paths that differ in nothing else they are looked for once.
 */
function createFinder(radix: Radix, operations: readonly Operation[]): (path: string) => Shaped | undefined {
  const search = (path: string): Shaped | undefined =>
    findRoute(radix, '', path.includes('%') ? decodeUnreserved(path) : path)
  if (operations.some(({ path }) => /\/\d+(?![^/?#])/.test(path))) return search
  const known = new Map<string, { readonly data: readonly Route[]; readonly keys: readonly string[] }>()
  return (path) => {
    const numbered = numbersIn(path)
    if (numbered === undefined) return search(path)
    const { shape, numbers, places } = numbered
    const before = known.get(shape)
    if (before !== undefined) {
      const params: Record<string, string> = {}
      for (let index = 0; index < numbers.length; index++)
        params[before.keys[index] as string] = numbers[index] as string
      return { data: before.data, params }
    }
    const found = search(path)
    const keys = places.map((place) => `p${String(place)}`)
    const names = Object.keys(found?.params ?? {})
    const isAll = names.length === keys.length && keys.every((key) => names.includes(key))
    if (found !== undefined && isAll && known.size < mostShapes) known.set(shape, { data: found.data, keys })
    return found
  }
}

interface Numbered {
  /** The path with a mark for each number. */
  readonly shape: string
  readonly numbers: readonly string[]
  /** Indexes of their segments. */
  readonly places: readonly number[]
}

const slash = 0x2f
const percent = 0x25
const mark = '#'

/** The segments that are nothing but digits; undefined when there are none, or the path holds a `%` or the mark. */
function numbersIn(path: string): Numbered | undefined {
  const numbers: string[] = []
  const places: number[] = []
  let shape = ''
  let taken = 0
  let start = 0
  let place = 0
  let isNumber = false
  for (let at = 0; at <= path.length; at++) {
    const code = at === path.length ? slash : path.charCodeAt(at)
    if (code === slash) {
      if (isNumber) {
        numbers.push(path.slice(start, at))
        places.push(place)
        shape += path.slice(taken, start) + mark
        taken = at
      }
      start = at + 1
      place += 1
      isNumber = false
    } else if (code >= 0x30 && code <= 0x39) {
      if (at === start) isNumber = true
    } else if (code === percent || code === mark.charCodeAt(0)) return undefined
    else isNumber = false
  }
  return numbers.length === 0 ? undefined : { shape: shape + path.slice(taken), numbers, places }
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

function takeApart({
  path: template,
  parameters,
  requestBody,
}: Operation): readonly [string, readonly Mark[]] {
  const [, path = '', query = '', fragment = ''] = /^([^?#]*)(?:\?([^#]*))?(?:#(.*))?$/s.exec(template) ?? []
  const isDeclared = (name: string): boolean => parameters.some((each) => each.name === name)
  const fixed = membersOf(query).map(([name, value = '']): Mark => {
    const [, parameter] = /^\{([^{}]+)\}$/.exec(value) ?? []
    return parameter === undefined
      ? { name, value, isFragment: false }
      : { name, value: undefined, parameter, isFragment: false }
  })
  const needs = parameters.filter((each) => each.in === 'query' && each.required).map(({ name }) => name)
  const told = membersOf(fragment).map(([name, value]): Mark => ({
    name,
    value,
    isFragment: true,
    ...(requestBody && !isDeclared(name) && { content: requestBody.content, needs }),
  }))
  return [path, [...fixed, ...told]]
}

function membersOf(query: string): readonly (readonly [name: string, value: string | undefined])[] {
  return query.split('&').flatMap((member) => {
    const [name = '', ...value] = member.split('=')
    return name === '' ? [] : [[name, value.length === 0 ? undefined : value.join('=')]]
  })
}

function isMeant({ marks }: Route, query?: string, headers?: Headers): boolean {
  return marks.every((mark) => mark.value === undefined || isSent(mark, query, headers))
}

function isSent(mark: Mark, query?: string, headers?: Headers): boolean {
  const { name, value, isFragment, content, needs = [] } = mark
  if (query === undefined || (isFragment && headers === undefined)) return true
  const type = content && headers ? header(headers, 'content-type') : undefined
  if (content && type !== undefined && matchMediaType(content, type)) {
    const names = new Set(membersOf(query).map(([sent]) => sent))
    if (needs.every((each) => names.has(each))) return true
  }
  const field = isFragment && headers ? header(headers, name) : undefined
  if (field !== undefined && (value === undefined || field === value)) return true
  return membersOf(query).some(([sent, its = '']) => sent === name && (value === undefined || its === value))
}

/** With the path parameters that stand in the query. */
function withQuery({ route, params }: Found, query: string = ''): Found['params'] {
  const named = route.marks.filter(({ parameter }) => parameter !== undefined)
  if (named.length === 0) return params
  const sent = new Map(membersOf(query))
  const values = named.flatMap(({ name, parameter }) => {
    const value = sent.get(name)
    return value === undefined ? [] : [[parameter as string, value.replaceAll('+', '%20')]]
  })
  return { ...params, ...(Object.fromEntries(values) as Record<string, string>) }
}

const shapeOf = (text: string, index: number): string =>
  text.includes('{') ? `:p${String(index)}` : text.replaceAll(/[:()*?+{}\\]/g, String.raw`\$&`)

const literalLength = (path: string): number => path.replaceAll(/\{[^{}]+\}/g, '').length

/** By key and name: large documents have the same thousands of times. */
const plainSegments = new Map<string, Segment>()
const mostSegments = 10_000

function plainSegment(key: string, name: string): Segment {
  const place = `${key} ${name}`
  const known = plainSegments.get(place)
  if (known) return known
  if (plainSegments.size >= mostSegments) plainSegments.clear()
  const segment = { key, names: [name], patterns: [] }
  plainSegments.set(place, segment)
  return segment
}

function segmentOf(text: string, index: number, { parameters }: Operation): Segment | undefined {
  const names = parameterNames(text)
  if (names.length === 0) return undefined
  const key = `p${String(index)}`
  if (text === `{${names[0] as string}}`) return plainSegment(key, names[0] as string)
  const patternOf = (valueOf: (name: string) => string): RegExp =>
    new RegExp(
      `^${text
        .split(/(\{[^{}]+\})/)
        .map((part) => partOf(part, valueOf))
        .join('')}$`,
    )
  const listed = (name: string): string => {
    const schema = parameters.find((each) => each.in === 'path' && each.name === name)?.schema
    const values = schema && own(schema.schema, 'enum')
    return Array.isArray(values)
      ? values.map((value) => escaped(encodeURIComponent(String(value)))).join('|')
      : '.+?'
  }
  return { key, names, patterns: [patternOf(listed), patternOf(() => '.+?')] }
}

const partOf = (part: string, valueOf: (name: string) => string): string =>
  /^\{[^{}]+\}$/.test(part) ? `(${valueOf(part.slice(1, -1))})` : escaped(part)

const escaped = (literal: string): string => literal.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`)

function parametersOf(
  { segments }: Route,
  values: Readonly<Record<string, string>>,
): Record<string, string> | undefined {
  const params: Record<string, string> = {}
  for (const { key, names, patterns } of segments) {
    const value = values[key] ?? ''
    if (patterns.length === 0) {
      params[names[0] as string] = value
      continue
    }
    const parts = (patterns[0]?.exec(value) ?? patterns[1]?.exec(value))?.slice(1)
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
