import type { Document, SchemaNode } from '../../spec/document.ts'
import { partsOf } from '../../spec/schemas/subschemas.ts'

/** The keywords of a schema together with those it takes over by `$ref` and `allOf`; its own take precedence. */
export function keywordsOf(
  { document }: { readonly document: Document },
  node: SchemaNode,
): ReadonlyMap<string, unknown> {
  const parts = partsOf(document, node, ['allOf']).toReversed()
  return new Map(parts.flatMap(({ schema }) => (typeof schema === 'boolean' ? [] : Object.entries(schema))))
}
