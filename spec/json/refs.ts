import type { Pointer } from '../document.ts'
import { own } from '../util/object.ts'
import { decodePercent } from '../util/percent-encoding.ts'
import { resolveUri } from '../util/resolve-uri.ts'
import { appendPointer, unescapeToken } from './pointer.ts'

/** What resolving references needs of a document. */
export interface Rooted {
  readonly root: unknown
}

/** A value in the document, with its pointer. */
export interface Located {
  readonly value: unknown
  readonly pointer: Pointer
}

/** The value at a pointer, resolving `$ref`s on the way; undefined when there is none. */
export function valueAt(document: Rooted, pointer: Pointer): unknown {
  return resolve(document, pointer, new Set())?.value
}

/**
 * The target of a `$ref` in this document: `#/components/schemas/Pet`, `#anchor`, the `$id` of a schema, or the `$self` of
 * the document (OpenAPI 3.2 §4.1.1). The target may itself be a `$ref`. Undefined when there is none.
 */
export function refTarget(document: Rooted, ref: string): Located | undefined {
  return target(document, ref, new Set())
}

/** The value at the end of a chain of `$ref`s; undefined when the chain is broken or circular. */
export function follow(document: Rooted, start: Located): Located | undefined {
  return followFrom(document, start, new Set())
}

/** A member of an object, or an item of an array by its index, as written; undefined when there is none. */
export function memberOf({ value, pointer }: Located, name: string): Located | undefined {
  const member = own(value, name)
  return member === undefined ? undefined : { value: member, pointer: appendPointer(pointer, name) }
}

function followFrom(document: Rooted, start: Located, seen: Set<string>): Located | undefined {
  let at: Located | undefined = start
  for (;;) {
    const ref = own(at?.value, '$ref')
    if (at === undefined || typeof ref !== 'string') return at
    if (seen.has(ref)) return undefined
    seen.add(ref)
    at = target(document, ref, seen)
  }
}

function target(document: Rooted, ref: string, seen: ReadonlySet<string>): Located | undefined {
  if (ref === '#' || ref.startsWith('#/')) return resolve(document, ref, seen)
  const [uri = '', fragment = ''] = ref.split('#', 2)
  const base = uri === '' ? identifiers(document).get(`#${fragment}`) : identified(document, uri)
  if (base === undefined) return undefined
  if (uri === '' || fragment === '') return resolve(document, base, seen)
  if (fragment.startsWith('/')) return resolve(document, base + fragment, seen)
  const anchored = identifiers(document).get(`#${fragment}`)
  return anchored?.startsWith(base) ? resolve(document, anchored, seen) : undefined
}

function identified(document: Rooted, uri: string): Pointer | undefined {
  const known = identifiers(document)
  return known.get(uri) ?? known.get(resolveUri(uri, own(document.root, '$self')) ?? uri)
}

/** Unlike a plain JSON pointer this resolves `$ref`s on the way, as real documents expect. */
function resolve(document: Rooted, pointer: Pointer, seen: ReadonlySet<string>): Located | undefined {
  let at: Located = { value: document.root, pointer: '#' }
  for (const token of pointer.split('/').slice(1)) {
    const next = step(at, token) ?? step(followFrom(document, at, new Set(seen)), token)
    if (next === undefined) return undefined
    at = next
  }
  return at
}

function step(at: Located | undefined, token: string): Located | undefined {
  const name = nameIn(at?.value, token)
  return at && name !== undefined ? memberOf(at, name) : undefined
}

/** The member that a reference token names: as written, or percent-decoded (RFC 6901 §6). Undefined when there is none. */
export function nameIn(value: unknown, token: string): string | undefined {
  return [token, decodePercent(token) ?? token]
    .map(unescapeToken)
    .find((name) => own(value, name) !== undefined)
}

const known = new WeakMap<Rooted, ReadonlyMap<string, Pointer>>()

/** The pointers of every `$anchor` (as `#name`) and `$id` (JSON Schema 2020-12 §8.2), and of the document by its `$self`. */
function identifiers(document: Rooted): ReadonlyMap<string, Pointer> {
  const before = known.get(document)
  if (before) return before
  const pointers = new Map<string, Pointer>()
  const self = resolveUri(own(document.root, '$self'))
  if (self !== undefined) pointers.set(self, '#')
  collectIdentifiers(document.root, '#', pointers, new Set())
  known.set(document, pointers)
  return pointers
}

function collectIdentifiers(
  value: unknown,
  pointer: Pointer,
  pointers: Map<string, Pointer>,
  seen: Set<unknown>,
): void {
  if (typeof value !== 'object' || value === null || seen.has(value)) return
  seen.add(value)
  const names = [own(value, '$anchor'), own(value, '$dynamicAnchor')].map((name) => `#${String(name)}`)
  for (const name of [...names, own(value, '$id')]) {
    if (typeof name === 'string' && name !== '#undefined' && !pointers.has(name)) pointers.set(name, pointer)
  }
  for (const [name, child] of Object.entries(value)) {
    collectIdentifiers(child, appendPointer(pointer, name), pointers, seen)
  }
}
