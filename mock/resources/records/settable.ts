import { acceptedBy } from '../../../spec/inference/bodies/accepted-schema.ts'
import { isSameSchema } from '../../../spec/inference/schemas/similarity.ts'
import type { Resource, ResourceOperation } from '../../../spec/resources.ts'
import { itemsOf } from '../../../spec/schemas/properties.ts'
import { typesOf } from '../../../spec/schemas/types.ts'
import type { CrudOptions } from '../options.ts'
import { recordTypeOf, type Property } from './record-type.ts'

/** Whether clients can set a property of the resource's records through any of its operations. */
export const isSettable = (options: CrudOptions, resource: Resource, name: string): boolean =>
  resource.operations.some((operation) => {
    const property = sentBy(options, resource, operation, name)
    return property !== undefined && !property.isReadOnly
  })

/** Whether clients send a list of records by their names alone: the `options` of a poll, which shows each with its votes. */
export const areNamesSent = (options: CrudOptions, resource: Resource, name: string): boolean =>
  resource.operations.every((operation) => {
    const property = sentBy(options, resource, operation, name)
    const item = property && itemsOf(options.document, property.node)
    return !property || (item !== undefined && typesOf(options.document, item).has('string'))
  })

/** Whether clients send a list of records only with a new owner, and each as its own creation takes it: the `targets` of a stream. */
export function areNewSent(
  options: CrudOptions,
  resource: Resource,
  name: string,
  member: Resource,
): boolean {
  const { document, byId } = options
  const [accepted] = member.operations.flatMap((operation) => {
    const declared = operation.role === 'create' ? byId.get(operation.operationId) : undefined
    return (declared && acceptedBy(document, declared, operation, member.nesting)) ?? []
  })
  return (
    accepted !== undefined &&
    resource.operations.every((operation) => {
      const property = sentBy(options, resource, operation, name)
      const item = property && itemsOf(document, property.node)
      return (
        !property ||
        (operation.role === 'create' && item !== undefined && isSameSchema(document, item, accepted))
      )
    })
  )
}

/** Whether the schema of what a creation is sent is that of the record, which does not tell what the server sets. */
export const takesRecord = (
  { document, byId }: CrudOptions,
  { operations, record, nesting }: Resource,
): boolean =>
  operations.some((operation) => {
    const declared = operation.role === 'create' ? byId.get(operation.operationId) : undefined
    const accepted = declared && acceptedBy(document, declared, operation, nesting)
    return accepted !== undefined && isSameSchema(document, accepted, record)
  })

/** A property as the request of an operation may have it. */
function sentBy(
  { document, byId }: CrudOptions,
  { nesting }: Resource,
  operation: ResourceOperation,
  name: string,
): Property | undefined {
  const declared = byId.get(operation.operationId)
  const accepted = declared && acceptedBy(document, declared, operation, nesting)
  return accepted && recordTypeOf(document, accepted).properties.get(name)
}
