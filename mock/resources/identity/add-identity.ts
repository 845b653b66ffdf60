import { normalizeName } from '../../../spec/inference/prose/words.ts'
import { isJsonObject, type Json } from '../../../spec/json.ts'
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
  /** Whether records show the owner in their paths as an object. */
  readonly showsOwner: boolean
}

export function createAddIdentity(
  options: CrudOptions,
  resource: Resource,
  properties: ReadonlyMap<string, Property>,
): AddIdentity {
  const path = options.model.names.get(resource.name)
  const composite = compositeOf(options, resource)
  const { owner } = resource
  const places = scopeProperties(resource, properties)
  const addIdentity = (record: Members, context: RecordContext): Members => {
    if (owner) addOwner(record, owner, context)
    else addScope(record, resource, places, properties, context)
    if (resource.idProperty !== undefined)
      record[resource.idProperty] = recordName(path, context.scope, context.id)
    if (composite) Object.assign(record, partsOf(composite, context.id))
    return record
  }
  const identifiesOther =
    composite !== undefined || resource.references.some(({ property }) => property === resource.idProperty)
  return Object.assign(addIdentity, { identifiesOther, showsOwner: owner !== undefined })
}

/** Names the owner in the path, as `/repos/{owner}/{repo}` has it. */
function addOwner(
  record: Members,
  { property, key }: NonNullable<Resource['owner']>,
  { scope }: RecordContext,
): void {
  const shown = record[property]
  if (isJsonObject(shown) && scope[0] !== undefined) record[property] = { ...shown, [key]: scope[0] }
}

/** The properties named like the parameters of the scope, whatever their case: `list_sid` for `{ListSid}`. */
function scopeProperties(
  { scope, idProperty }: Resource,
  properties: ReadonlyMap<string, Property>,
): readonly (string | undefined)[] {
  return scope.map((name) => {
    const isSame = (each: string): boolean => normalizeName(each) === normalizeName(name)
    const property = properties.has(name) ? name : [...properties.keys()].find(isSame)
    return property === idProperty ? undefined : property
  })
}

/** Sets the properties that refer to containing records: books in `/shelves/{shelfId}/books` get the `shelfId` of the path. */
function addScope(
  record: Members,
  { parent, references }: Resource,
  places: readonly (string | undefined)[],
  properties: ReadonlyMap<string, Property>,
  { scope }: RecordContext,
): void {
  for (const [index, name] of places.entries()) {
    const value = scope[index]
    if (value !== undefined && name !== undefined) record[name] = value
  }
  const parentId = parent && scope[parent.parameters.length - 1]
  if (parentId === undefined) return
  const reference = references.find(
    ({ property, resource: name, idProperty }) =>
      name === parent?.resource && idProperty === undefined && properties.has(property),
  )
  if (reference) record[reference.property] = parentId
}
