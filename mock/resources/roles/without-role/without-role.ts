import type { Operation } from '../../../../spec/document.ts'
import { isSafe } from '../../../../spec/http.ts'
import { areUsers } from '../../../../spec/inference/references/current-user.ts'
import type { Resource } from '../../../../spec/resources.ts'
import { lastPart } from '../../../../spec/routing/path-template.ts'
import type { Behaviour } from '../../../behaviour.ts'
import type { BehaviourOf, Handler } from '../../endpoint.ts'
import { ownersOfLists } from '../../lists/lists-with.ts'
import { loadedOnce, next } from '../../loaded-once.ts'
import { markBehaviour } from '../../marks/mark-behaviour.ts'
import type { CrudOptions } from '../../options.ts'
import { belowRecord } from '../../refusals/below-record.ts'
import { listedAt } from '../../resource-index.ts'
import {
  aboutCsv,
  aboutFile,
  aboutFileBelow,
  aboutNamed,
  aboutOtherRead,
  aboutOwn,
  aboutRecord,
  aboutRedirect,
  aboutReplaced,
  aboutTrash,
} from './reads-without-role.ts'
import {
  aboutAll,
  aboutElement,
  aboutItem,
  aboutKey,
  aboutOrder,
  aboutPresence,
} from './writes-without-role.ts'

/** The behaviour of an operation that has no role in a resource, but something to do with one. */
export const behaviourWithoutRole = (
  options: CrudOptions,
  operation: Operation,
  behaviourOf: BehaviourOf,
): Behaviour => aboutLogin(options, operation, behaviourOf, aboutResource(options, operation, behaviourOf))

const aboutResource = (options: CrudOptions, operation: Operation, behaviourOf: BehaviourOf): Behaviour =>
  aboutOwner(options, operation, behaviourOf) ??
  aboutRelationship(options, operation, behaviourOf) ??
  aboutMemberList(options, operation, behaviourOf) ??
  aboutBatch(options, operation, behaviourOf) ??
  aboutList(options, operation, behaviourOf) ??
  aboutWrapped(options, operation, behaviourOf) ??
  aboutCsv(options, operation, behaviourOf) ??
  aboutOrder(options, operation, behaviourOf) ??
  aboutTrash(options, operation, behaviourOf) ??
  aboutRedirect(options, operation, behaviourOf) ??
  aboutElement(options, operation, behaviourOf) ??
  aboutOtherRead(options, operation, behaviourOf) ??
  aboutNamed(options, operation, behaviourOf) ??
  aboutListInAll(options, operation, behaviourOf) ??
  aboutReplaced(options, operation, behaviourOf) ??
  aboutFileBelow(options, operation) ??
  (options.sharing && operation.method === 'GET'
    ? ownersOfLists(options, operation, behaviourOf)
    : undefined) ??
  markBehaviour(options, operation, behaviourOf) ??
  aboutOwn(
    options,
    operation,
    behaviourOf,
    aboutAll(
      options,
      operation,
      behaviourOf,
      aboutKey(options, operation, behaviourOf) ??
        aboutItem(
          options,
          operation,
          behaviourOf,
          aboutFile(
            options,
            operation,
            aboutRecord(
              options,
              operation,
              aboutPresence(options, operation, belowRecord(options.model, operation)),
            ),
          ),
        ),
    ),
  ) ??
  next

const loginPath = /log-?(?:in|out)|sign|auth|token|session|regist|password/i

/** The behaviour of an operation that logs users in or out. Loaded for such paths only. */
function aboutLogin(
  options: CrudOptions,
  operation: Operation,
  behaviourOf: BehaviourOf,
  otherwise: Behaviour,
): Behaviour {
  if (isSafe(operation.method) || !(loginPath.test(operation.path) || areUsers(operation.path)))
    return otherwise
  return loadedOnce(
    async () =>
      (await import('../../logins/login.ts')).loginBehaviour(options, operation, behaviourOf) ?? otherwise,
  )
}

const wholeList: Handler = async (endpoint, context) =>
  (await import('../batches/whole-list.ts')).handleWholeList(endpoint, context)

/** The behaviour of an operation without a role on a whole list: `GET /todos/count`, `PATCH /todos?where=` or `DELETE /todos`. */
function aboutList(
  { model }: CrudOptions,
  { id, method, path }: Operation,
  behaviourOf: BehaviourOf,
): Behaviour | undefined {
  const listPath = listPathOf(method, path)
  const resource = listPath === undefined ? undefined : listedAt(model, listPath)
  const list = resource?.operations.find(({ role, within }) => role === 'list' && within.length === 0)
  if (!resource || !list) return undefined
  return behaviourOf(
    { resource, operation: { ...list, operationId: id, responsePath: undefined } },
    wholeList,
  )
}

function listPathOf(method: Operation['method'], path: string): string | undefined {
  if (method === 'DELETE' || method === 'PATCH') return path
  return method === 'GET' ? path.replace(/\/\$?count\/?$/, '') : undefined
}

/** The behaviour of a list whose items hold the records. Loaded where nothing else lists the records that are created there. */
function aboutWrapped(
  options: CrudOptions,
  operation: Operation,
  behaviourOf: BehaviourOf,
): Behaviour | undefined {
  const { method, path } = operation
  const resource = method === 'GET' ? listedAt(options.model, path) : undefined
  if (!resource || resource.operations.some(({ role }) => role === 'list')) return undefined
  return loadedOnce(
    async () =>
      (await import('../../lists/wrapped-list.ts')).wrappedList(options, operation, resource, behaviourOf) ??
      next,
  )
}

/** The behaviour of an operation on several records of a collection: `POST /customers/bulk`. */
function aboutBatch(
  { model }: CrudOptions,
  { id }: Operation,
  behaviourOf: BehaviourOf,
): Behaviour | undefined {
  const batch = model.batches.get(id)
  if (!batch) return undefined
  return loadedOnce(async () => (await import('../batches/batch.ts')).batchBehaviour(batch, id, behaviourOf))
}

/** The behaviour of an operation on the records of the current user: `POST /user/repos`. */
function aboutOwner(
  options: CrudOptions,
  { id }: Operation,
  behaviourOf: BehaviourOf,
): Behaviour | undefined {
  const own = options.model.own.get(id)
  if (!own) return undefined
  return loadedOnce(async () => (await import('./own-scope.ts')).ownScopeBehaviour(options, own, behaviourOf))
}

/** The behaviour of an operation on the references of a record: `POST /articles/{id}/relationships/tags`. */
function aboutRelationship(
  { model }: CrudOptions,
  { id }: Operation,
  behaviourOf: BehaviourOf,
): Behaviour | undefined {
  const relationship = model.relationships.get(id)
  if (!relationship) return undefined
  return loadedOnce(async () =>
    (await import('../relationship.ts')).relationshipBehaviour(relationship, id, behaviourOf),
  )
}

/** The behaviour of an operation on a list of names in a record: `PUT /tickets/{id}/tags`. */
function aboutMemberList(
  { model }: CrudOptions,
  { id }: Operation,
  behaviourOf: BehaviourOf,
): Behaviour | undefined {
  const list = model.memberLists.get(id)
  if (!list) return undefined
  return loadedOnce(async () =>
    (await import('../member-list.ts')).memberListBehaviour(list, id, behaviourOf),
  )
}

/** The behaviour of a list of what others have below them. Loaded for GETs without parameters that are named like a nested list only. */
function aboutListInAll(
  options: CrudOptions,
  operation: Operation,
  behaviourOf: BehaviourOf,
): Behaviour | undefined {
  const { method, path } = operation
  const isNested = ({ name, parent }: Resource): boolean =>
    parent !== undefined && name.endsWith(`/${lastPart(path)}`)
  if (method !== 'GET' || path.includes('{') || !options.model.resources.some(isNested)) return undefined
  return loadedOnce(
    async () =>
      (await import('../../lists/list-in-all.ts')).listInAll(options, operation, behaviourOf) ?? next,
  )
}
