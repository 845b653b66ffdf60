import type { Json } from '../../../spec/json.ts'
import type { Resource } from '../../../spec/resources.ts'
import type { CrudOptions } from '../options.ts'
import type { RecordContext } from '../records/change.ts'
import type { Property } from '../records/record-type.ts'
import { compositeOf, partsOf } from './composite-ids.ts'
import { recordName } from './resource-names.ts'

type Members = Record<string, Json>

/** Sets what identifies a record. */
export interface AddIdentity {
  (record: Members, context: RecordContext): Members
  /** Whether what identifies a record is also a reference to another. */
  readonly identifiesOther: boolean
}

export function createAddIdentity(
  options: CrudOptions,
  resource: Resource,
  properties: ReadonlyMap<string, Property>,
): AddIdentity {
  const path = options.model.names.get(resource.name)
  const composite = compositeOf(options, resource)
  const addIdentity = (record: Members, context: RecordContext): Members => {
    addScope(record, resource, properties, context)
    if (resource.idProperty !== undefined)
      record[resource.idProperty] = recordName(path, context.scope, context.id)
    if (composite) Object.assign(record, partsOf(composite, context.id))
    return record
  }
  const identifiesOther =
    composite !== undefined || resource.references.some(({ property }) => property === resource.idProperty)
  return Object.assign(addIdentity, { identifiesOther })
}

/** Sets the properties that refer to containing records: books in `/shelves/{shelfId}/books` get the `shelfId` of the path. */
function addScope(
  record: Members,
  resource: Resource,
  properties: ReadonlyMap<string, Property>,
  { scope }: RecordContext,
): void {
  for (const [index, name] of resource.scope.entries()) {
    const value = scope[index]
    if (value !== undefined && name !== resource.idProperty && properties.has(name)) record[name] = value
  }
  const { parent, references } = resource
  const parentId = parent && scope[parent.parameters.length - 1]
  if (parentId === undefined) return
  const reference = references.find(
    ({ property, resource: name, idProperty }) =>
      name === parent?.resource && idProperty === undefined && properties.has(property),
  )
  if (reference) record[reference.property] = parentId
}
