import type { Operation } from '../../../spec/document.ts'
import { referencedNoun, resourceNoun } from '../../../spec/inference/references/names.ts'
import { isArray, type Json } from '../../../spec/json.ts'
import type { Resource } from '../../../spec/resources.ts'
import { endsInParameter, parameterNames, pathAbove } from '../../../spec/routing/path-template.ts'
import { ok, type Behaviour } from '../../behaviour.ts'
import { declares } from '../../http/declares.ts'
import type { Collection, Id, Transaction } from '../../store/store.ts'
import { actionRole } from '../actions/action-role.ts'
import type { BehaviourOf, Handler } from '../endpoint.ts'
import { idInPath, idOf, notFound } from '../identity/identity.ts'
import { withNarrowed } from '../lists/narrowed.ts'
import { loggedIn } from '../logins/accounts.ts'
import type { CrudOptions } from '../options.ts'
import { existing } from '../records/existing.ts'
import { listingOf } from './listing.ts'

/** The records that a user has put on a list, which the records themselves do not tell: `/me/wishlist`. */
interface OwnMembers {
  readonly path: string
  readonly owner: Resource
}

/**
 * The behaviour of an operation on a list that users put records on: `PUT` and `DELETE /me/wishlist/{courseId}`, and
 * `GET /me/wishlist`. Undefined for any other operation.
 */
export function ownMembersBehaviour(
  options: CrudOptions,
  operation: Operation,
  behaviourOf: BehaviourOf,
): Behaviour | undefined {
  const { method, path } = operation
  const members = /\/(?:me|my)\//.test(path) ? membersAt(options, path) : undefined
  if (!members) return undefined
  const { owner } = members
  if (endsInParameter(path)) {
    const change = /^(?:PUT|POST)$/.test(method)
      ? add(members)
      : method === 'DELETE'
        ? remove(members)
        : undefined
    const role = actionRole(operation, parameterNames(path), false)
    return change && behaviourOf({ resource: owner, operation: role }, change)
  }
  const listing = method === 'GET' ? listingOf(options, operation, owner) : undefined
  const showing = listing && behaviourOf({ resource: owner, operation: listing })
  return (
    showing &&
    (async (context) => {
      const ids = await idsIn(members, context.store)
      const store = withNarrowed(context.store, owner.name, owner.idProperty ?? '', ids)
      return showing({ ...context, store })
    })
  )
}

/** The list of such records that a path is of, if there are operations to put them on it and to take them off. */
function membersAt({ byId, model }: CrudOptions, path: string): OwnMembers | undefined {
  const list = endsInParameter(path) ? pathAbove(path) : path
  const changes = [...byId.values()].filter(
    (each) => endsInParameter(each.path) && pathAbove(each.path) === list,
  )
  const [parameter, ...others] = parameterNames(changes[0]?.path ?? '')
  const noun = others.length === 0 ? referencedNoun(parameter ?? '') : undefined
  const methods = new Set(changes.map(({ method }) => method))
  const owner = model.resources.find(
    ({ kind, scope, name }) => kind === 'collection' && scope.length === 0 && resourceNoun(name) === noun,
  )
  const isChanged = methods.has('DELETE') && (methods.has('PUT') || methods.has('POST'))
  return owner && noun !== undefined && isChanged ? { path: list, owner } : undefined
}

/** The lists of all users. */
const listsOf = ({ path }: OwnMembers, store: Transaction): Collection =>
  store.collection(`${path} (members)`)

/** The ids of the records on the list of the current user. */
async function idsIn(members: OwnMembers, store: Transaction): Promise<readonly Json[]> {
  const { ids = [] } = (await listsOf(members, store).get((await loggedIn(store)) ?? '')) ?? {}
  return isArray(ids) ? ids : []
}

const keep = async (members: OwnMembers, store: Transaction, ids: readonly Json[]): Promise<void> =>
  listsOf(members, store).put((await loggedIn(store)) ?? '', { ids })

const isSame = (one: Json, other: Id): boolean => String(idOf(one)) === String(other)

const add =
  (members: OwnMembers): Handler =>
  async (endpoint, context) => {
    const id = idInPath(context.request, endpoint.operation.idParameter ?? '') ?? ''
    const record = await existing(endpoint, context, id)
    if (!record) return notFound(members.owner, id)
    const ids = await idsIn(members, context.store)
    const added = record[members.owner.idProperty ?? ''] ?? id
    if (!ids.some((each) => isSame(each, id))) await keep(members, context.store, [...ids, added])
    return endpoint.operation.status === 204 ? ok(204) : context.next()
  }

const remove =
  (members: OwnMembers): Handler =>
  async (endpoint, context) => {
    const id = idInPath(context.request, endpoint.operation.idParameter ?? '') ?? ''
    const ids = await idsIn(members, context.store)
    const others = ids.filter((each) => !isSame(each, id))
    if (others.length === ids.length && declares(endpoint.declared, 404)) return notFound(members.owner, id)
    await keep(members, context.store, others)
    return endpoint.operation.status === 204 ? ok(204) : context.next()
  }
