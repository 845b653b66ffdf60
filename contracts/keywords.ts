import type { SchemaNode } from '../spec/document.ts'
import { resolveRef } from '../spec/refs.ts'
import type { Api } from './api.ts'

/** Keywords of a schema and of what it is put together from by `allOf`; the nearest counts. */
export function keywordsOf(
  api: Pick<Api, 'document'>,
  node: SchemaNode,
  depth = 0,
): ReadonlyMap<string, unknown> {
  const { schema, pointer } = resolveRef(api.document, node)
  if (typeof schema === 'boolean' || depth > 5) return new Map()
  const parts = Array.isArray(schema['allOf']) ? (schema['allOf'] as readonly SchemaNode['schema'][]) : []
  const inner = parts.flatMap((part, index) => [
    ...keywordsOf(api, { schema: part, pointer: `${pointer}/allOf/${String(index)}` }, depth + 1),
  ])
  return new Map([...inner, ...Object.entries(schema)])
}
