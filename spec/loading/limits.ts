import type { Locate } from '../document.ts'
import { appendPointer } from '../json/pointer.ts'
import { fatal, SpecError, type SpecErrorCode } from '../problems/spec-error.ts'

/** Deepest nesting of a document. No real one comes near, and recursing deeper could exhaust the stack. */
export const maxDepth = 200

/** Most values in a document, YAML aliases expanded. No real one comes near, and an alias bomb would never end. */
const maxValues = 5_000_000

interface Traversal {
  readonly path: string[]
  /** The number of values in each object; `open` while the object is being measured. */
  readonly sizes: Map<object, number | 'open'>
  readonly locate: Locate
}

/**
 * Makes sure that a parsed value is safe to traverse: acyclic, not too deep, and not too large with its YAML aliases
 * expanded. Throws a {@link SpecError}: `cyclic-value`, `too-deep`, `too-large`.
 */
export function assertWithinLimits(value: unknown, locate: Locate): void {
  measure(value, { path: [], sizes: new Map(), locate })
}

function measure(value: unknown, traversal: Traversal): number {
  if (typeof value !== 'object' || value === null) return 1
  const { path, sizes } = traversal
  const known = sizes.get(value)
  if (known === 'open') throw refusal(traversal, 'cyclic-value', 'The value contains itself.')
  if (known !== undefined) return known
  if (path.length > maxDepth)
    throw refusal(traversal, 'too-deep', `The document is nested more than ${maxDepth} levels deep.`)
  sizes.set(value, 'open')
  const size = measureMembers(value, traversal)
  if (size > maxValues) {
    const message = `With its aliases expanded the document has more than ${maxValues.toLocaleString('en')} values.`
    throw refusal(traversal, 'too-large', message)
  }
  sizes.set(value, size)
  return size
}

function measureMembers(value: object, traversal: Traversal): number {
  let size = 1
  for (const [name, member] of Object.entries(value)) {
    traversal.path.push(name)
    size += measure(member, traversal)
    traversal.path.pop()
  }
  return size
}

function refusal({ path, locate }: Traversal, code: SpecErrorCode, message: string): SpecError {
  // Where the nesting begins is more helpful than a pointer of two hundred tokens.
  const shown = code === 'too-deep' ? path.slice(0, 4) : path
  const pointer = shown.reduce(appendPointer, '#')
  return new SpecError([fatal(code, message, locate(pointer), pointer)])
}
