import type { SchemaNode } from '../document.ts'
import { own } from '../util/object.ts'

/** Marks a property that the document does not have: responses show a link in its place, with the name that is the value. */
export const linkKeyword = 'x-link'

/** The name of the link that responses show in place of a property: `self` for the id, `author` for that of the author. */
export function linkNameOf({ schema }: SchemaNode): string | undefined {
  const name = own(schema, linkKeyword)
  return typeof name === 'string' ? name : undefined
}
