import { acceptedBy } from '../../../spec/inference/bodies/accepted-schema.ts'
import type { Resource } from '../../../spec/resources.ts'
import type { CrudOptions } from '../options.ts'
import { recordTypeOf } from './record-type.ts'

/** Whether clients can set a property of the resource's records through any of its operations. */
export function isSettable(
  { document, byId }: CrudOptions,
  { operations, nesting }: Resource,
  name: string,
): boolean {
  return operations.some((operation) => {
    const declared = byId.get(operation.operationId)
    const accepted = declared && acceptedBy(document, declared, operation, nesting)
    const property = accepted && recordTypeOf(document, accepted).properties.get(name)
    return property !== undefined && !property.isReadOnly
  })
}
