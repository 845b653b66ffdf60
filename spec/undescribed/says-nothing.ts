import type { Document, SchemaNode } from '../document.ts'
import { resolveRef } from '../refs.ts'

const words = /^(?:title|description|examples?|deprecated|externalDocs|nullable|x-.*)$/

/** Whether a schema tells no more of a value than that it is an object, or an array: `{}`, `{type: 'object'}`. */
export function saysNothing(document: Document, node: SchemaNode | undefined): boolean {
  if (node === undefined) return true
  const { schema } = resolveRef(document, node)
  if (typeof schema === 'boolean') return schema
  const { type } = schema
  if (type !== undefined && type !== 'object' && type !== 'array') return false
  return Object.keys(schema).every((keyword) => keyword === 'type' || words.test(keyword))
}
