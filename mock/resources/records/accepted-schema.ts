import type { Document, Operation, SchemaNode } from '../../../spec/document.ts'
import { requestSchema } from '../../../spec/inference/bodies/content.ts'
import { flattenSchema } from '../../../spec/inference/records/nesting.ts'
import type { Nesting } from '../../../spec/resources.ts'
import { isJsonPatch } from '../../../spec/http/media-type.ts'
import { propertyAt } from '../../../spec/schemas/properties.ts'
import type { ResourceOperation } from '../../../spec/resources.ts'

/** The schema of the record in the request body, ignoring JSON Patch; undefined if the operation accepts none. */
export function acceptedBy(
  document: Document,
  declared: Operation,
  { requestPath }: ResourceOperation,
  nesting: Nesting | undefined,
): SchemaNode | undefined {
  const { requestBody } = declared
  const content = requestBody?.content.filter(({ type }) => !isJsonPatch(type)) ?? []
  const body = requestBody && requestSchema({ ...declared, requestBody: { ...requestBody, content } })
  const record = propertyAt(document, body, requestPath)
  return record && flattenSchema(document, nesting, record)
}
