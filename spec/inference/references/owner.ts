import type { Operation } from '../../document.ts'
import type { Resource, ResourceModel } from '../../resources.ts'

/** The resource whose records those of another belong to. */
export interface Owner {
  readonly resource: Resource
  /** The property that refers to the owner; undefined if the records are nested below it. */
  readonly property: string | undefined
}

/** What the records of a resource belong to: by their own path, or by the path at which they are created or listed. */
function ownerOf({ resources }: ResourceModel, resource: Resource): Owner | undefined {
  const named = (name: string | undefined): Resource | undefined =>
    resources.find((each) => each.name === name)
  const parent = named(resource.parent?.resource)
  if (parent) return { resource: parent, property: undefined }
  // A list may show records of another than that below which they are created.
  const [property] = ['create', 'list'].flatMap((of) =>
    resource.operations.flatMap(({ role, within }) =>
      role === of && within.length === 1 ? within.map((each) => each.property) : [],
    ),
  )
  const owner = named(resource.references.find((each) => each.property === property)?.resource)
  return owner && owner !== resource ? { resource: owner, property } : undefined
}

/** The number of owners above a record that are looked at. */
const most = 4

/** The owners above the records of a resource, the nearest first. */
export function ownersAbove(model: ResourceModel, resource: Resource): readonly Owner[] {
  const owners: Owner[] = []
  for (
    let next = ownerOf(model, resource);
    next && owners.length < most;
    next = ownerOf(model, next.resource)
  ) {
    const { name } = next.resource
    if (name === resource.name || owners.some((each) => each.resource.name === name)) break
    owners.push(next)
  }
  return owners
}

/** The resources whose records an operation works below, the nearest first. */
export function resourcesAbove(model: ResourceModel, { id }: Operation): readonly Resource[] {
  const related = (model.relationships.get(id) ?? model.memberLists.get(id))?.owner
  const own = model.roles.get(id)?.resource ?? related ?? model.batches.get(id)?.resource
  const above = own ? ownersAbove(model, own).map(({ resource }) => resource) : []
  return related ? [related, ...above] : above
}
