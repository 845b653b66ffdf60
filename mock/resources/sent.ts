import type { Resource } from '../../spec/resources.ts'
import { acceptedBy } from './accepted.ts'
import type { CrudOptions } from './crud.ts'
import { recordTypeOf } from './record-type.ts'

/** Whether clients say what a property of a resource's records is, by any of its operations. */
export function isSent(
  { document, byId }: CrudOptions,
  { operations, nesting: folding }: Resource,
  name: string,
): boolean {
  return operations.some((each) => {
    const declared = byId.get(each.operationId)
    const accepted = declared && acceptedBy(document, declared, each, folding)
    const property = accepted && recordTypeOf(document, accepted).properties.get(name)
    return property !== undefined && !property.isReadOnly
  })
}
