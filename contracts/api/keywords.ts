import type { SchemaNode } from '../../spec/document.ts'
import { partsOf } from '../../spec/refs.ts'
import type { Api } from './api.ts'

/** Keywords of a schema and of what it is put together from by `$ref` and `allOf`; the nearest counts. */
export function keywordsOf(
  { document }: Pick<Api, 'document'>,
  node: SchemaNode,
): ReadonlyMap<string, unknown> {
  const parts = partsOf(document, node, ['allOf']).toReversed()
  return new Map(parts.flatMap(({ schema }) => (typeof schema === 'boolean' ? [] : Object.entries(schema))))
}
