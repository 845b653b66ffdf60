import {
  responseFor,
  type Document,
  type MediaType,
  type Operation,
  type SchemaNode,
} from '../../../spec/document.ts'
import { isJsonType } from '../../../spec/http/media-type.ts'
import { jsonContent } from '../../../spec/inference/bodies/content.ts'
import { partsOf } from '../../../spec/schemas/subschemas.ts'
import { own } from '../../../spec/util/object.ts'

/** The JSON content of a response, preferably one with a schema; otherwise its XML. */
export function mediaOf(operation: Operation, status: number): MediaType | undefined {
  const content = responseFor(operation, status)?.content ?? []
  return jsonContent(content) ?? content.find(({ type }) => isJsonType(type) || type === '*/*')
}

/** Whether the schema requires an absolute URL rather than a URI reference. */
export function isUrlSchema(document: Document, node: SchemaNode): boolean {
  const parts = partsOf(document, node, ['allOf', 'oneOf', 'anyOf'])
  return parts.some(({ schema }) => /^(?:uri|url|iri)$/.test(String(own(schema, 'format'))))
}
