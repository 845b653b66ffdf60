import type { Document, Operation, SchemaNode } from '../../spec/document.ts'
import { requestSchema } from '../../spec/inference/body.ts'
import { isJsonPatch } from '../../spec/media-type.ts'
import { propertyAt } from '../../spec/refs.ts'
import type { Resource, ResourceOperation } from '../../spec/resources.ts'
import type { CrudOptions } from './crud.ts'
import { recordTypeOf } from './record-type.ts'

/** The schema of the record in a request's body, patches aside. */
export function acceptedBy(
  document: Document,
  declared: Operation,
  { requestPath }: ResourceOperation,
): SchemaNode | undefined {
  const { requestBody } = declared
  const content = requestBody?.content.filter(({ type }) => !isJsonPatch(type)) ?? []
  const sent = requestBody && requestSchema({ ...declared, requestBody: { ...requestBody, content } })
  return propertyAt(document, sent, requestPath)
}

/** Whether clients say what a property of a resource's records is, by any of its operations. */
export function isSent({ document, byId }: CrudOptions, { operations }: Resource, name: string): boolean {
  return operations.some((each) => {
    const declared = byId.get(each.operationId)
    const accepted = declared && acceptedBy(document, declared, each)
    const property = accepted && recordTypeOf(document, accepted).properties.get(name)
    return property !== undefined && !property.isReadOnly
  })
}
