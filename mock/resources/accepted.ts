import type { Document, Operation, SchemaNode } from '../../spec/document.ts'
import { requestSchema } from '../../spec/inference/bodies/content.ts'
import { flatSchema } from '../../spec/inference/records/folding.ts'
import type { Folding } from '../../spec/resources.ts'
import { isJsonPatch } from '../../spec/http/media-type.ts'
import { propertyAt } from '../../spec/schemas/properties.ts'
import type { ResourceOperation } from '../../spec/resources.ts'

/** The schema of the record in a request's body, patches aside. */
export function acceptedBy(
  document: Document,
  declared: Operation,
  { requestPath }: ResourceOperation,
  folding: Folding | undefined,
): SchemaNode | undefined {
  const { requestBody } = declared
  const content = requestBody?.content.filter(({ type }) => !isJsonPatch(type)) ?? []
  const sent = requestBody && requestSchema({ ...declared, requestBody: { ...requestBody, content } })
  const record = propertyAt(document, sent, requestPath)
  return record && flatSchema(document, folding, record)
}
