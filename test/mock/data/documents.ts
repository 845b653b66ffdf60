import type { Document, SchemaNode } from '../../../spec/document.ts'
import { appendPointer } from '../../../spec/json/pointer.ts'
import { loadDocument } from '../../../spec/load.ts'

/** A document with only these schemas in `components/schemas`. */
export async function documentOf(schemas: Record<string, unknown>, version = '3.1.0'): Promise<Document> {
  return loadDocument({
    openapi: version,
    info: { title: 'Schemas', version: '1' },
    paths: {},
    components: { schemas },
  })
}

export function nodeOf(document: Document, name: string): SchemaNode {
  const schema = document.root.components?.schemas?.[name]
  return { schema: schema as SchemaNode['schema'], pointer: appendPointer('#/components/schemas', name) }
}
