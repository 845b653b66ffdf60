import type { Document, SchemaNode } from '../../document.ts'
import { appendPointer } from '../../json/pointer.ts'
import { branches, resolveRef } from '../../schemas/subschemas.ts'
import { own } from '../../util/object.ts'

const suffix = appendPointer('', '(kept)')

/** The schema of records that keep one more property than responses show. */
export function withKeptProperty(
  document: Document,
  record: SchemaNode,
  name: string,
  { pointer: value }: SchemaNode,
): SchemaNode {
  const { pointer } = resolveRef(document, record)
  const kept = { type: 'object', required: [name], properties: { [name]: { $ref: value } } }
  return { schema: { allOf: [{ $ref: pointer }, kept] }, pointer: pointer + suffix }
}

/** The schema that the document gives to records, whether they keep more or not. */
export function withoutKept(document: Document, record: SchemaNode): SchemaNode {
  const node = resolveRef(document, record)
  const [base] = node.pointer.endsWith(suffix) ? branches(node, 'allOf') : []
  return base ? resolveRef(document, base) : node
}

/** The names of what records keep without showing it. */
export function keptProperties({ schema, pointer }: SchemaNode): readonly string[] {
  const [, kept] = pointer.endsWith(suffix) ? Object.values(own(schema, 'allOf') ?? {}) : []
  return Object.keys(own(kept, 'properties') ?? {})
}
