import type { Document, Operation, SchemaNode } from '../../spec/document.ts'
import { requestSchema } from '../../spec/inference/bodies/content.ts'
import { flattenSchema } from '../../spec/inference/records/nesting.ts'
import type { Nesting } from '../../spec/resources.ts'
import { isJsonPatch } from '../../spec/http/media-type.ts'
import { propertyAt } from '../../spec/schemas/properties.ts'
import type { ResourceOperation } from '../../spec/resources.ts'

/** The schema of the record in a request's body, patches aside. */
export function acceptedBy(
  document: Document,
  declared: Operation,
  { requestPath }: ResourceOperation,
  folding: Nesting | undefined,
): SchemaNode | undefined {
  const { requestBody } = declared
  const content = requestBody?.content.filter(({ type }) => !isJsonPatch(type)) ?? []
  const sent = requestBody && requestSchema({ ...declared, requestBody: { ...requestBody, content } })
  const record = propertyAt(document, sent, requestPath)
  return record && flattenSchema(document, folding, record)
}
