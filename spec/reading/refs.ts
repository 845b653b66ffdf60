import type { Pointer } from '../document.ts'
import { own } from '../util/object.ts'
import { decodePercent } from '../parameters/percent.ts'
import { appendPointer, unescapeToken } from '../json/pointer.ts'

/** A document, as far as following references goes. */
export interface Rooted {
  readonly root: unknown
}

/** A value of the document and where it stands. */
export interface Located {
  readonly value: unknown
  readonly pointer: Pointer
}

/** The value at `pointer`, through every `$ref` on the way; undefined when there is none. */
export function valueAt(document: Rooted, pointer: Pointer): unknown {
  return walk(document, pointer, new Set())?.value
}

/**
 * Where a `$ref` of this document leads: `#/components/schemas/Pet`, `#anchor`, or the `$id` of a schema; its target may
 * itself be a `$ref`. Undefined when it leads nowhere.
 */
export function refTarget(document: Rooted, ref: string): Located | undefined {
  return target(document, ref, new Set())
}

/** Follows the chain of `$ref`s at a value. Undefined when it ends nowhere or never. */
export function follow(document: Rooted, start: Located): Located | undefined {
  return followFrom(document, start, new Set())
}

/** A member, or an item by its index; not followed. Undefined when there is none. */
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
  if (ref === '#' || ref.startsWith('#/')) return walk(document, ref, seen)
  const [uri = '', fragment = ''] = ref.split('#', 2)
  const base = identifiers(document).get(uri === '' ? `#${fragment}` : uri)
  if (base === undefined) return undefined
  if (uri === '' || fragment === '') return walk(document, base, seen)
  if (fragment.startsWith('/')) return walk(document, base + fragment, seen)
  const anchored = identifiers(document).get(`#${fragment}`)
  return anchored?.startsWith(base) ? walk(document, anchored, seen) : undefined
}

/** Unlike a bare JSON pointer this goes through `$ref`s on its way, as documents in the wild expect. */
function walk(document: Rooted, pointer: Pointer, seen: ReadonlySet<string>): Located | undefined {
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

/** The name that a token stands for, of those a value has: as written, or percent-decoded (RFC 6901 §6). */
export function nameIn(value: unknown, token: string): string | undefined {
  return [token, decodePercent(token) ?? token]
    .map(unescapeToken)
    .find((name) => own(value, name) !== undefined)
}

const known = new WeakMap<Rooted, ReadonlyMap<string, Pointer>>()

/** Every `$anchor` (as `#name`) and `$id` of the document (JSON Schema 2020-12 §8.2). */
function identifiers(document: Rooted): ReadonlyMap<string, Pointer> {
  const before = known.get(document)
  if (before) return before
  const found = new Map<string, Pointer>()
  collectIdentifiers(document.root, '#', found, new Set())
  known.set(document, found)
  return found
}

function collectIdentifiers(
  value: unknown,
  pointer: Pointer,
  found: Map<string, Pointer>,
  seen: Set<unknown>,
): void {
  if (typeof value !== 'object' || value === null || seen.has(value)) return
  seen.add(value)
  const names = [own(value, '$anchor'), own(value, '$dynamicAnchor')].map((name) => `#${String(name)}`)
  for (const name of [...names, own(value, '$id')]) {
    if (typeof name === 'string' && name !== '#undefined' && !found.has(name)) found.set(name, pointer)
  }
  for (const [name, child] of Object.entries(value)) {
    collectIdentifiers(child, appendPointer(pointer, name), found, seen)
  }
}
