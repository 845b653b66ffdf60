import type { Document, Operation } from '../document.ts'
import type { MemberList, Resource, ResourceModel, ResourceOperation } from '../resources.ts'
import { getOrInsertComputed } from '../util/memo.ts'
import { batchOperationsOf } from './batch-operations.ts'
import { withGathered } from './gathered.ts'
import { resourceNamesOf } from './identity/resource-names.ts'
import { inferRoles } from './infer-roles.ts'
import { routesOf } from './paths/routes.ts'
import { memberListsOf } from './references/member-lists.ts'
import { relationshipsOf } from './references/relationships.ts'

const models = new WeakMap<readonly Operation[], ResourceModel>()

/**
 * Infers the resources of a document: the roles of its operations, and the operations on references and on several records. The
 * result is cached per list of operations.
 */
export function inferResources(document: Document, operations: readonly Operation[]): ResourceModel {
  return getOrInsertComputed(models, operations, () => infer(document, operations))
}

/** The roles alone where these say what all operations do, else all that `inferResources` finds. */
export function inferServed(document: Document, operations: readonly Operation[]): ResourceModel {
  const roles = inferRoles(document, operations)
  const hasOthers =
    roles.stateless.length > 0 ||
    roles.resources.some(({ scope, idProperty }) => scope.length > 0 || idProperty === 'name')
  return hasOthers ? inferResources(document, operations) : roles
}

function infer(document: Document, operations: readonly Operation[]): ResourceModel {
  const roles = withGathered(document, operations, inferRoles(document, operations))
  const related = withMemberLists(document, operations, withRelationships(document, operations, roles))
  const model = withBatches(document, operations, related)
  return { ...model, names: resourceNamesOf(document, model.resources, operations) }
}

/** Nested collections that only show and change the references of a record are no resources of their own. */
function withRelationships(
  document: Document,
  operations: readonly Operation[],
  model: ResourceModel,
): ResourceModel {
  const relationships = relationshipsOf(document, routesOf(operations), model)
  if (relationships.size === 0) return model
  const others = without(model, relationships)
  const byName = new Map(others.resources.map((resource) => [resource.name, resource]))
  return {
    ...others,
    relationships: new Map(
      [...relationships].map(([id, { owner, target, ...relationship }]) => [
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

/** Nested collections that are lists in the record above them are no resources of their own. */
function withMemberLists(
  document: Document,
  operations: readonly Operation[],
  model: ResourceModel,
): ResourceModel {
  const lists = memberListsOf(document, routesOf(operations), model)
  if (lists.size === 0) return model
  const others = without(model, lists)
  const ownerOf = ({ owner }: MemberList): Resource =>
    others.resources.find(({ name }) => name === owner.name) ?? owner
  return {
    ...others,
    memberLists: new Map([...lists].map(([id, list]) => [id, { ...list, owner: ownerOf(list) }])),
  }
}

/** The model without the roles of some operations, and without resources that have no others. */
function without(model: ResourceModel, taken: ReadonlyMap<string, unknown>): ResourceModel {
  const isOther = ({ operationId }: Pick<ResourceOperation, 'operationId'>): boolean =>
    !taken.has(operationId)
  const resources = model.resources.flatMap((resource) => {
    const operations = resource.operations.filter(isOther)
    if (operations.length === resource.operations.length) return [resource]
    // An action that only changes references is no action of its own.
    return operations.length === 0 ? [] : [{ ...resource, operations }]
  })
  const byName = new Map(resources.map((resource) => [resource.name, resource]))
  return {
    ...model,
    resources,
    roles: new Map(
      [...model.roles].flatMap(([operationId, { resource, operation }]) => {
        const kept = isOther({ operationId }) ? byName.get(resource.name) : undefined
        return kept ? [[operationId, { resource: kept, operation }] as const] : []
      }),
    ),
    stateless: model.stateless.filter(isOther),
  }
}

function withBatches(
  document: Document,
  operations: readonly Operation[],
  model: ResourceModel,
): ResourceModel {
  const batches = batchOperationsOf(document, operations, model)
  if (batches.size === 0) return model
  return {
    ...model,
    batches,
    stateless: model.stateless.filter(({ operationId }) => !batches.has(operationId)),
  }
}
