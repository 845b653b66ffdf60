import type { Document, Operation } from '../document.ts'
import { isSafe } from '../http.ts'
import type { Resource, ResourceModel } from '../resources.ts'
import { getOrInsertComputed } from '../util/memo.ts'
import { noJsonReason, responseSchema } from './bodies/content.ts'
import { draftCollections } from './drafts/collections.ts'
import type { Reasons } from './drafts/draft.ts'
import { keepStateful } from './drafts/keep.ts'
import { draftSingletons, wholesIn } from './drafts/singletons.ts'
import { toResources } from './drafts/to-resources.ts'
import { joinActions } from './joins/actions.ts'
import { joinCreates } from './joins/creates.ts'
import { joinLists } from './joins/lists.ts'
import { joinMembers } from './joins/members.ts'
import { joinRelations } from './joins/relations.ts'
import { joinSearches } from './joins/searches.ts'
import { isBatchRead } from './paths/batch-path.ts'
import { routesOf } from './paths/routes.ts'

const models = new WeakMap<readonly Operation[], ResourceModel>()

/**
 * Infers from paths, parameters and schemas which operations list, create, read, replace, update and delete the same records. An
 * operation has a role only if what it writes can be read again, or what it reads can be kept. Resources are in the order of their
 * first operation, operations in document order. The result is cached per list of operations.
 */
export function inferRoles(document: Document, operations: readonly Operation[]): ResourceModel {
  return getOrInsertComputed(models, operations, () => infer(document, operations))
}

function infer(document: Document, operations: readonly Operation[]): ResourceModel {
  const routes = routesOf(operations.filter((operation) => !isBatchRead(operation)))
  const reasons: Reasons = new Map()
  const wholes = wholesIn(document, routes)
  const collections = joinLists(document, draftCollections(document, routes, wholes, reasons), reasons)
  const taken = new Set(collections.flatMap((draft) => [...draft.routes.keys()]))
  const drafts = [...collections, ...draftSingletons(document, routes, taken, wholes, reasons)]
  joinRelations(document, routes, drafts, reasons)
  joinMembers(document, routes, drafts, reasons)
  joinActions(document, routes, drafts, reasons)
  joinSearches(document, routes, drafts, reasons)
  joinCreates(document, routes, drafts, reasons)
  const order = new Map(operations.map(({ id }, index) => [id, index]))
  const resources = toResources(document, keepStateful(document, drafts, routes, reasons), order)
  return modelOf(operations, resources, reasons)
}

function modelOf(
  operations: readonly Operation[],
  resources: readonly Resource[],
  reasons: Reasons,
): ResourceModel {
  const roles = new Map(
    resources.flatMap((resource) =>
      resource.operations.map((operation) => [operation.operationId, { resource, operation }] as const),
    ),
  )
  const stateless = operations
    .filter(({ id }) => !roles.has(id))
    .map((operation) => ({
      operationId: operation.id,
      reason: reasons.get(operation.id) ?? defaultReason(operation),
    }))
  return {
    resources,
    roles,
    relationships: new Map(),
    batches: new Map(),
    own: new Map(),
    names: new Map(),
    stateless,
  }
}

function defaultReason(operation: Operation): string {
  if (!isSafe(operation.method)) return 'It changes no record that another operation reads.'
  return responseSchema(operation)
    ? 'Its response is neither a record nor a list of records.'
    : noJsonReason(operation)
}
