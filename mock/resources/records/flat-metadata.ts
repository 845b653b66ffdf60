import type { Document, Operation } from '../../../spec/document.ts'
import { identify } from '../../../spec/inference/identity/identity.ts'
import { flattenSchema, metadataNesting } from '../../../spec/inference/records/nesting.ts'
import { lastSegment } from '../../../spec/inference/references/names.ts'
import { isSameSchema } from '../../../spec/inference/schemas/similarity.ts'
import { isChangeTimestamp, isCreationTimestamp } from '../../../spec/inference/times/timestamps.ts'
import type { Nesting, Resource, ResourceModel } from '../../../spec/resources.ts'
import { possiblePropertiesOf, propertyAt } from '../../../spec/schemas/properties.ts'
import { isDateTime } from '../../../spec/schemas/types.ts'

/** Names of objects with what identifies a record, or with what the server knows of it. */
const containers = ['metadata', 'meta']

/**
 * The same model, with the properties of such objects on the level of the record: the `name` of `metadata` that identifies it, and the
 * `created` of `meta`. What sets ids and times only knows properties of records.
 */
export function withFlatMetadata(
  document: Document,
  operations: readonly Operation[],
  model: ResourceModel,
): ResourceModel {
  const byName = new Map(
    model.resources.map((resource) => [resource.name, flattened(document, operations, resource)]),
  )
  const repeated = listsInAll(document, model.resources)
  const flat = <Entry extends { readonly resource: Resource }>(
    entries: ReadonlyMap<string, Entry>,
  ): ReadonlyMap<string, Entry> =>
    new Map(
      [...entries].map(([id, entry]) => [
        id,
        { ...entry, resource: byName.get(entry.resource.name) ?? entry.resource },
      ]),
    )
  return {
    ...model,
    resources: [...byName.values()].filter((each) => !repeated.has(each.name)),
    roles: new Map([...flat(model.roles)].filter(([, { resource }]) => !repeated.has(resource.name))),
    batches: flat(model.batches),
    own: flat(model.own),
    memberLists: new Map(
      [...model.memberLists].map(([id, list]) => [
        id,
        { ...list, owner: byName.get(list.owner.name) ?? list.owner },
      ]),
    ),
    relationships: new Map(
      [...model.relationships].map(([id, { owner, target, ...relationship }]) => [
        id,
        {
          ...relationship,
          owner: byName.get(owner.name) ?? owner,
          target: byName.get(target.name) ?? target,
        },
      ]),
    ),
  }
}

/** The names of resources that only list what others have below them, and have no records of their own: `/pods`. */
const listsInAll = (document: Document, resources: readonly Resource[]): ReadonlySet<string> =>
  new Set(
    resources.flatMap(({ name, itemPath, scope, operations, record }) =>
      itemPath === undefined &&
      scope.length === 0 &&
      operations.every(({ role }) => role === 'list') &&
      resources.some(
        (other) =>
          other.parent !== undefined &&
          lastSegment(other.name) === lastSegment(name) &&
          isSameSchema(document, record, other.record),
      )
        ? [name]
        : [],
    ),
  )

function flattened(document: Document, operations: readonly Operation[], resource: Resource): Resource {
  const [found] = resource.nesting
    ? []
    : containers.flatMap((container) => metadataNesting(document, resource.record, container) ?? [])
  if (!found) return resource
  const record = flattenSchema(document, found, resource.record)
  const flat = { ...resource, record, nesting: found }
  if (resource.idProperty !== undefined || resource.idParameter === undefined)
    return hasTimes(document, found) ? flat : resource
  const property = identityIn(document, operations, flat)
  if (property !== undefined) return { ...flat, idProperty: property }
  return hasTimes(document, found) ? flat : resource
}

/** The property among the metadata that holds the id in the path. */
function identityIn(
  document: Document,
  operations: readonly Operation[],
  { name, idParameter, itemPath, record, operations: own, nesting }: Resource,
): string | undefined {
  const creation = own.find(({ role }) => role === 'create')?.operationId
  const { property } = identify(document, record, {
    name: lastSegment(name),
    idParameter,
    aliases: [],
    operation: operations.find(({ path }) => path === itemPath),
    creation: operations.find(({ id }) => id === creation),
  })
  return property !== undefined && nesting?.contents?.has(property) === true ? property : undefined
}

/** Whether the server sets the time of creation or of the last change among the metadata. */
function hasTimes(document: Document, { record, container, contents = new Set() }: Nesting): boolean {
  const holder = propertyAt(document, record, [container])
  const properties = holder ? possiblePropertiesOf(document, holder) : new Map()
  return (
    holder !== undefined &&
    [...contents].some((name) => {
      const node = properties.get(name)
      return (
        node !== undefined &&
        (isCreationTimestamp(name) || isChangeTimestamp(name)) &&
        isDateTime(document, node)
      )
    })
  )
}
