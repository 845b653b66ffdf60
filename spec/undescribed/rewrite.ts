import type { Document, Pointer } from '../document.ts'
import { pointerTokens } from '../json/pointer.ts'
import { setOwn } from '../util/object.ts'

/** A value to set in a document. */
export interface Edit {
  /** Missing objects on the way to it are created. */
  readonly pointer: Pointer
  readonly value: unknown
}

/** Returns a copy of the document with the edits. The original is not changed; unedited parts are shared. */
export function rewrite(document: Document, edits: readonly Edit[]): Document {
  if (edits.length === 0) return document
  const root = { ...document.root }
  const own = new Set<object>([root])
  for (const { pointer, value } of edits) {
    const tokens = pointerTokens(pointer)
    const parent = tokens.slice(0, -1).reduce<object>((node, token) => ownChild(node, token, own), root)
    setOwn(parent, tokens.at(-1) ?? '', value)
  }
  return { ...document, root }
}

function ownChild(node: object, token: string, own: Set<object>): object {
  const child = (node as Readonly<Record<string, object | undefined>>)[token]
  if (child && own.has(child)) return child
  const copy = Array.isArray(child) ? [...child] : { ...child }
  own.add(copy)
  setOwn(node, token, copy)
  return copy
}
