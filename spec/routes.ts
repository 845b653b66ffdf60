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
  /** `path` as sent, without the query. */
  match(method: string, path: string): Match
  /** The methods of the path that matches, sorted, with OPTIONS, and HEAD where there is GET; undefined when none does. */
  allow(path: string): readonly string[] | undefined
}

interface Template {
  readonly path: string
  readonly segments: readonly Segment[]
  readonly operations: Map<string, Operation>
  allow: readonly string[]
}

/** A segment with parameters: `{petId}`, `{id}.json`, `{from}-{to}`. */
interface Segment {
  /** The name rou3 knows it by: names of a document may hold characters that rou3 gives meaning to. */
  readonly key: string
  readonly names: readonly string[]
  /** How the names stand in the segment; undefined when it is one parameter and nothing else. */
  readonly pattern: RegExp | undefined
}

type Radix = ReturnType<typeof createRadixRouter<Template[]>>

const none: Match = { kind: 'none' }

/**
 * Finds the operation a request is for. A concrete path goes before a templated one (OpenAPI 3.0.4 §4.7.8.1); paths
 * that differ only in parameter names share their methods.
 */
export function createRouter(operations: readonly Operation[]): Router {
  const radix = createRadixRouter<Template[]>()
  const byShape = new Map<string, Template[]>()
  for (const operation of operations) add(radix, byShape, operation)
  for (const template of [...byShape.values()].flat()) template.allow = allowed(template)

  const find = (path: string): { template: Template; params: Record<string, string> } | undefined => {
    const found = findRoute(radix, '', path.includes('%') ? decodeUnreserved(path) : path)
    for (const template of found?.data ?? []) {
      const params = parametersOf(template, found?.params ?? {})
      if (params) return { template, params }
    }
    return undefined
  }

  return {
    match(method, path) {
      const found = find(path)
      if (!found) return none
      const operation = found.template.operations.get(method)
      if (operation) return { kind: 'found', operation, params: found.params }
      return { kind: 'method', allow: found.template.allow }
    },
    allow: (path) => find(path)?.template.allow,
  }
}

function add(radix: Radix, byShape: Map<string, Template[]>, operation: Operation): void {
  const shape = operation.path.split('/').map(shapeOf).join('/')
  let templates = byShape.get(shape)
  if (!templates) {
    templates = []
    byShape.set(shape, templates)
    addRoute(radix, '', shape, templates)
  }
  const named = operation.path.replaceAll(/\{[^{}]+\}/g, '{}')
  let template = templates.find(({ path }) => path.replaceAll(/\{[^{}]+\}/g, '{}') === named)
  if (!template) {
    const segments = operation.path.split('/').flatMap((text, index) => segmentOf(text, index) ?? [])
    template = { path: operation.path, segments, operations: new Map(), allow: [] }
    templates.push(template)
    templates.sort((first, second) => literalLength(second.path) - literalLength(first.path))
  }
  if (!template.operations.has(operation.method)) template.operations.set(operation.method, operation)
}

const shapeOf = (text: string, index: number): string =>
  text.includes('{') ? `:p${String(index)}` : text.replaceAll(/[:()*\\]/g, String.raw`\$&`)

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
  { segments }: Template,
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

function allowed({ operations }: Template): readonly string[] {
  const names = new Set([...operations.keys(), 'OPTIONS'])
  if (names.has('GET')) names.add('HEAD')
  return [...names].sort()
}
