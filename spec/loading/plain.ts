import { SpecError, fatal } from '../problems/spec-error.ts'
import type { SpecErrorCode } from '../problems/spec-error.ts'
import type { Pointer, SourceLocation } from '../document.ts'
import { appendPointer } from '../json/pointer.ts'

/** Deeper documents are refused: no real one comes near, and walking it could exhaust the stack. */
export const maxDepth = 200

/** Values in a document once its aliases are written out: more would take for ever, and no real document comes near. */
const maxValues = 5_000_000

/** Tells where the value at a pointer stands, for the error's sake. */
export type Locate = (pointer: Pointer) => SourceLocation | undefined

interface Walk {
  readonly path: string[]
  /** How many values are in an object, or that it is being looked at. */
  readonly sizes: Map<object, number | 'open'>
  readonly locate: Locate
}

/**
 * Makes sure that a parsed value can be walked: no cycle, not too deep, not too large when its aliases are written out.
 * Throws a {@link SpecError}: `cyclic-value`, `too-deep`, `too-large`.
 */
export function assertWalkable(value: unknown, locate: Locate): void {
  measure(value, { path: [], sizes: new Map(), locate })
}

function measure(value: unknown, walk: Walk): number {
  if (typeof value !== 'object' || value === null) return 1
  const before = walk.sizes.get(value)
  if (before === 'open') throw refused(walk, 'cyclic-value', 'The value contains itself.')
  if (before !== undefined) return before
  if (walk.path.length > maxDepth)
    throw refused(walk, 'too-deep', `Nested more than ${maxDepth} levels deep.`)
  walk.sizes.set(value, 'open')
  const size = measureMembers(value, walk)
  if (size > maxValues) throw refused(walk, 'too-large', 'Written out in full this is beyond all measure.')
  walk.sizes.set(value, size)
  return size
}

function measureMembers(value: object, walk: Walk): number {
  let size = 1
  for (const [name, member] of Object.entries(value)) {
    walk.path.push(name)
    size += measure(member, walk)
    walk.path.pop()
  }
  return size
}

function refused(walk: Walk, code: SpecErrorCode, message: string): SpecError {
  // Where it begins says more than two hundred tokens.
  const path = code === 'too-deep' ? walk.path.slice(0, 4) : walk.path
  const pointer = path.reduce(appendPointer, '#')
  return new SpecError([fatal(code, message, walk.locate(pointer), pointer)])
}

/**
 * A copy of a walkable value given in memory, as JSON: a date becomes its ISO string (its day alone, when it is midnight
 * UTC), undefined members vanish, a shared object stays shared. Throws a {@link SpecError}: `not-json`.
 */
export function plainCopy(value: unknown): unknown {
  return copy(value, [], new Map())
}

function copy(value: unknown, path: readonly string[], copies: Map<object, unknown>): unknown {
  if (value === null || typeof value === 'string' || typeof value === 'boolean' || typeof value === 'bigint')
    return value
  if (typeof value === 'number') return value
  if (typeof value !== 'object') throw notJson(path, `A ${typeof value} is not JSON.`)
  if (value instanceof Date) return isoString(value, path)
  if (!copies.has(value)) copies.set(value, copyMembers(value, path, copies))
  return copies.get(value)
}

function copyMembers(value: object, path: readonly string[], copies: Map<object, unknown>): unknown {
  const inside = (name: string, member: unknown): unknown => copy(member, [...path, name], copies)
  if (Array.isArray(value)) return value.map((item, index) => inside(String(index), item ?? null))
  const members = Object.entries(value).filter(([, member]) => member !== undefined)
  return Object.fromEntries(members.map(([name, member]) => [name, inside(name, member)]))
}

function isoString(date: Date, path: readonly string[]): string {
  if (Number.isNaN(date.getTime())) throw notJson(path, 'The date is not a date.')
  return date.toISOString().replace(/T00:00:00\.000Z$/, '')
}

function notJson(path: readonly string[], message: string): SpecError {
  return new SpecError([fatal('not-json', message, undefined, path.reduce(appendPointer, '#'))])
}
