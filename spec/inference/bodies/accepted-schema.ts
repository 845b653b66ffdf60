import type { Document, Operation, SchemaNode } from '../../document.ts'
import { isJsonPatch } from '../../http/media-type.ts'
import type { Nesting, ResourceOperation } from '../../resources.ts'
import { propertyAt } from '../../schemas/properties.ts'
import { flattenSchema } from '../records/nesting.ts'
import { requestSchema } from './content.ts'

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
