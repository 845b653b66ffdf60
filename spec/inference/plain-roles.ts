import type { Document, Operation } from '../document.ts'
import { isSafe } from '../http.ts'
import type { Resource, ResourceModel } from '../resources.ts'
import { getOrInsertComputed } from '../util/memo.ts'
import { noJsonReason, responseSchema } from './bodies/content.ts'
import { draftCollections } from './drafts/collections.ts'
import { scopeOf, type Draft, type Reasons } from './drafts/draft.ts'
import { keepStateful } from './drafts/keep.ts'
import { toResources } from './drafts/to-resources.ts'
import { wholesIn } from './drafts/wholes.ts'
import { isBatchRead } from './paths/batch-path.ts'
import { routesOf, type Routes } from './paths/routes.ts'
import { schemaIdentity } from './schemas/similarity.ts'

/** What all inference of roles begins with. */
interface Beginning {
  readonly routes: Routes
  readonly wholes: ReadonlySet<string>
  readonly reasons: Reasons
  readonly collections: readonly Draft[]
}

const beginnings = new WeakMap<readonly Operation[], Beginning>()

function beginningOf(document: Document, operations: readonly Operation[]): Beginning {
  return getOrInsertComputed(beginnings, operations, () => {
    const routes = routesOf(operations.filter((operation) => !isBatchRead(operation)))
    const reasons: Reasons = new Map()
    const wholes = wholesIn(document, routes)
    return { routes, wholes, reasons, collections: draftCollections(document, routes, wholes, reasons) }
  })
}

/** The collections that paths and schemas show, for the caller alone, which may add to them. */
export function takeBeginning(document: Document, operations: readonly Operation[]): Beginning {
  const beginning = beginningOf(document, operations)
  beginnings.delete(operations)
  return beginning
}

/**
 * The roles of the operations, if each is on a collection of its own records, so that nothing has to be joined: then the rest of the
 * inference need not be loaded.
 */
export function plainRoles(document: Document, operations: readonly Operation[]): ResourceModel | undefined {
  const { routes, reasons, collections } = beginningOf(document, operations)
  if (!operations.every(({ id }) => collections.some((draft) => draft.routes.has(id)))) return undefined
  if (collections.some((draft) => scopeOf(draft).length > 0 || draft.identity.property === 'name'))
    return undefined
  if (shareRecords(document, collections)) return undefined
  const model = modelOf(document, operations, { routes, reasons: new Map(reasons), drafts: collections })
  return model.stateless.length === 0 ? model : undefined
}

/** Whether several collections have records of the same schema. */
function shareRecords(document: Document, collections: readonly Draft[]): boolean {
  const identities = collections.map(
    ({ record, item }) => new Set([record, item ?? record].map((node) => schemaIdentity(document, node))),
  )
  const all = identities.flatMap((each) => [...each])
  return new Set(all).size < all.length
}

/** The model of drafts to which nothing is to be added. */
export function modelOf(
  document: Document,
  operations: readonly Operation[],
  {
    routes,
    reasons,
    drafts,
  }: Omit<Beginning, 'wholes' | 'collections'> & { readonly drafts: readonly Draft[] },
): ResourceModel {
  const order = new Map(operations.map(({ id }, index) => [id, index]))
  const resources = toResources(document, keepStateful(document, drafts, routes, reasons), order)
  return modelWith(operations, resources, reasons)
}

/** A model without the relationships and batches of its resources. */
export function modelWith(
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
    memberLists: new Map(),
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
