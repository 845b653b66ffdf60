import type { Document, Pointer } from '../document.ts'
import { pointerTokens } from '../pointer.ts'

export interface Edit {
  /** What it points to may not be there yet, nor what is above it. */
  readonly pointer: Pointer
  readonly value: unknown
}

/** The document with other values at these places. Nothing of the one given is changed; what is not edited is shared. */
export function rewrite(document: Document, edits: readonly Edit[]): Document {
  if (edits.length === 0) return document
  const root = { ...document.root }
  const own = new Set<unknown>([root])
  for (const { pointer, value } of edits) {
    const tokens = pointerTokens(pointer)
    const parent = tokens.slice(0, -1).reduce<unknown>((node, token) => ownChild(node, token, own), root)
    set(parent, tokens.at(-1) ?? '', value)
  }
  return { ...document, root }
}

function ownChild(node: unknown, token: string, own: Set<unknown>): unknown {
  const child = (node as Readonly<Record<string, unknown>>)[token]
  if (own.has(child)) return child
  const copy = Array.isArray(child) ? [...child] : { ...(child as object) }
  own.add(copy)
  set(node, token, copy)
  return copy
}

/** `__proto__` is a name like any other. */
function set(node: unknown, token: string, value: unknown): void {
  Object.defineProperty(node, token, { value, enumerable: true, configurable: true, writable: true })
}
