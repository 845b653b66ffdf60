import type { Document, Operation } from '../document.ts'
import type { ResourceModel } from '../resources.ts'
import { getOrInsertComputed } from '../util/memo.ts'
import { draftSingletons } from './drafts/singletons.ts'
import { joinActions } from './joins/actions.ts'
import { joinCreates } from './joins/creates.ts'
import { joinLevelLists } from './joins/level-lists.ts'
import { joinLists } from './joins/lists.ts'
import { joinMembers } from './joins/members.ts'
import { joinReads } from './joins/reads.ts'
import { joinRelations } from './joins/relations.ts'
import { joinSearches } from './joins/searches.ts'
import { joinShallow } from './joins/shallow.ts'
import { modelOf, takeBeginning } from './plain-roles.ts'

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
  const { routes, wholes, reasons, collections: drafted } = takeBeginning(document, operations)
  const listed = joinShallow(document, routes, joinLists(document, drafted, reasons))
  const collections = joinReads(document, joinLevelLists(document, listed))
  const taken = new Set(collections.flatMap((draft) => [...draft.routes.keys()]))
  const drafts = [...collections, ...draftSingletons(document, routes, taken, wholes, reasons)]
  joinRelations(document, routes, drafts, reasons)
  joinMembers(document, routes, drafts, reasons)
  joinActions(document, routes, drafts, reasons)
  joinSearches(document, routes, drafts, reasons)
  joinCreates(document, routes, drafts, reasons)
  return modelOf(document, operations, { routes, reasons, drafts })
}
