import type { Document, SchemaNode } from '../../document.ts'
import { itemsOf } from '../../schemas/properties.ts'
import { typesOf } from '../../schemas/types.ts'

/** Whether values of the schema may be objects. False for `{}`, which says nothing. */
export function isObjectSchema(document: Document, node: SchemaNode): boolean {
  return typesOf(document, node).has('object')
}

/** Whether values of the schema may be arrays, and cannot be objects. */
export function isArraySchema(document: Document, node: SchemaNode): boolean {
  const types = typesOf(document, node)
  return types.has('array') && !types.has('object')
}

/** The schema of the items of an array of objects; undefined for any other schema. */
export function objectItems(document: Document, node: SchemaNode): SchemaNode | undefined {
  if (!isArraySchema(document, node)) return undefined
  const items = itemsOf(document, node)
  return items && isObjectSchema(document, items) ? items : undefined
}
