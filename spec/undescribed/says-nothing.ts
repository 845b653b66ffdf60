import type { Document, SchemaNode } from '../document.ts'
import { hasOnlyAnnotations } from '../inference/schemas/similarity.ts'
import { resolveRef } from '../schemas/subschemas.ts'
import { own } from '../util/object.ts'

/** Whether a schema says no more about a value than that it is an object or an array: `{}`, `{type: 'object'}`. */
export function saysNothing(document: Document, node: SchemaNode | undefined): boolean {
  if (node === undefined) return true
  const target = resolveRef(document, node)
  if (typeof target.schema === 'boolean') return target.schema
  const type = own(target.schema, 'type')
  return (type === undefined || type === 'object' || type === 'array') && hasOnlyAnnotations(target, 'type')
}
