import type { Operation } from '../../../spec/document.ts'
import { sentencesOf } from '../../../spec/inference/prose/sentences.ts'
import { singularWordsOf } from '../../../spec/inference/prose/words.ts'
import { isCurrentUser } from '../../../spec/inference/references/current-user.ts'
import { isMarkedBy, markNamed } from '../../../spec/inference/states/marks.ts'
import { flagOf } from '../../../spec/inference/states/words/state-properties.ts'
import type { Resource } from '../../../spec/resources.ts'
import {
  endsInParameter,
  lastPart,
  parameterNames,
  pathAbove,
  shapeOf,
} from '../../../spec/routing/path-template.ts'
import { possiblePropertiesOf } from '../../../spec/schemas/properties.ts'
import type { Behaviour } from '../../behaviour.ts'
import { after } from '../../maybe-promise.ts'
import type { Id, Transaction } from '../../store/store.ts'
import { tallies } from '../actions/action-counts.ts'
import { actionRole } from '../actions/action-role.ts'
import type { BehaviourOf, Handler } from '../endpoint.ts'
import { idInPath, notFound } from '../identity/identity.ts'
import { withNarrowed } from '../lists/narrowed.ts'
import type { CrudOptions } from '../options.ts'
import { existing } from '../records/existing.ts'
import { currentUser } from '../relations/current-user.ts'
import { nothingRemoved, nothingSent, saveAndPresent } from '../roles/save.ts'
import { listingOf } from './listing.ts'
import { idIn, markersOf, marksOf, membersOf, toggledFlags, type Mark } from './members.ts'
import { ownMembersBehaviour } from './own-members.ts'

/**
 * The behaviour of an operation on marks that users set on records: `PUT /me/favourites/{bookId}` sets one, `GET /me/favourites` lists
 * the marked records, `GET /posts/{id}/likes` lists who has marked one, `GET /users/{id}/following` whom a user has marked.
 */
export function markBehaviour(
  options: CrudOptions,
  operation: Operation,
  behaviourOf: BehaviourOf,
): Behaviour | undefined {
  const behaviour =
    operation.method === 'GET'
      ? (markedList(options, operation, behaviourOf) ??
        followedList(options, operation, behaviourOf) ??
        memberList(options, operation, behaviourOf))
      : markToggle(options, operation, behaviourOf)
  return behaviour ?? ownMembersBehaviour(options, operation, behaviourOf)
}

/** Whether a path is below that of the current user. */
const isOfUser = ({ model }: CrudOptions, path: string): boolean =>
  model.resources.some((each) => isCurrentUser(each) && path.startsWith(`${each.name}/`))

/** `PUT` and `DELETE /me/favourites/{bookId}`. */
function markToggle(
  options: CrudOptions,
  operation: Operation,
  behaviourOf: BehaviourOf,
): Behaviour | undefined {
  const { method, path } = operation
  const [parameter, ...others] = parameterNames(path)
  if (!endsInParameter(path) || parameter === undefined || others.length > 0 || !isOfUser(options, path))
    return undefined
  const owner = options.model.resources.find(
    ({ idParameter, scope, kind }) =>
      kind === 'collection' && scope.length === 0 && idParameter === parameter,
  )
  const flag = owner && markNamed(options.document, owner.record, lastPart(pathAbove(path)))
  if (!owner || flag === undefined) return undefined
  const role = actionRole(operation, [parameter], false)
  return behaviourOf({ resource: owner, operation: role }, setMark(flag, method !== 'DELETE'))
}

const setMark =
  (flag: string, value: boolean): Handler =>
  (endpoint, context) => {
    const id = idInPath(context.request, endpoint.operation.idParameter ?? '') ?? ''
    return after(existing(endpoint, context, id), (before) => {
      if (!before) return notFound(endpoint.resource, id)
      const states = { [flag]: value, ...tallies(endpoint, before, { [flag]: value }) }
      return saveAndPresent(endpoint, context, {
        id,
        sent: nothingSent,
        before,
        removed: nothingRemoved,
        states,
      })
    })
  }

/** `GET /me/bookmarks`, and `GET /users/{id}/following`. */
function markedList(
  options: CrudOptions,
  operation: Operation,
  behaviourOf: BehaviourOf,
): Behaviour | undefined {
  const { document, model } = options
  const { path } = operation
  const segment = lastPart(path)
  const users = markersOf(options)
  const parameters = parameterNames(path)
  const isBelowUser =
    users?.itemPath !== undefined && shapeOf(path) === `${shapeOf(users.itemPath)}/${segment}`
  if (!isBelowUser && parameters.length > 0) return undefined
  const isOfAll = !isBelowUser && !isOfUser(options, path)
  const found = model.resources.flatMap((owner) => {
    const listing = owner.scope.length === 0 ? listingOf(options, operation, owner) : undefined
    const flag = listing && markNamed(document, owner.record, segment)
    const isMark = flag !== undefined && (!isOfAll || toggledFlags(options, owner).includes(flag))
    return listing && isMark ? [{ owner, listing, flag }] : []
  })
  const [{ owner, listing, flag } = {}, ...others] = found
  // Those who follow a user are not those whom the user follows.
  if (!owner || !listing || flag === undefined || others.length > 0 || /ers?$/.test(segment)) return undefined
  const showing = behaviourOf({ resource: owner, operation: listing })
  const mark = marksOf(options, owner).find((each) => each.flag === flag)
  if (isBelowUser && !mark) return undefined
  return async (context) => {
    const { store, request } = context
    const wanted = isBelowUser ? idInPath(request, parameters[0] ?? '') : undefined
    const me = users && idIn(users, await currentUser(options, store))
    if (users && wanted !== undefined && !(await store.collection(users.name).get(wanted)))
      return notFound(users, wanted)
    const isOwn = wanted === undefined || String(wanted) === String(me)
    const ids =
      isOwn || !mark || !users ? undefined : await markedBy(mark, owner, users, wanted, { store, me })
    const shown = ids
      ? withNarrowed(store, owner.name, owner.idProperty ?? '', ids)
      : withNarrowed(store, owner.name, flag, [true])
    return showing({ ...context, store: shown })
  }
}

const byFollowed =
  / (?:by|from|of) (?:the )?(?:user|author|people|person|account|member|creator|artist|profile|those|anyone|everyone) (?:that |who |whom )?(?:you|they|i|the (?:current |logged in )?user) (follow|subscribe)/

/** `GET /articles/feed`, "Articles from users you follow": those that show somebody with the flag. */
function followedList(
  options: CrudOptions,
  operation: Operation,
  behaviourOf: BehaviourOf,
): Behaviour | undefined {
  const verb = sentencesOf(operation)
    .map((each) => byFollowed.exec(each)?.[1])
    .find((each) => each !== undefined)
  if (verb === undefined || operation.path.includes('{')) return undefined
  for (const owner of options.model.resources) {
    const listing = owner.scope.length === 0 ? listingOf(options, operation, owner) : undefined
    for (const [name, node] of listing ? possiblePropertiesOf(options.document, owner.record) : []) {
      const flag = markNamed(options.document, node, verb)
      if (!listing || flag === undefined) continue
      const showing = behaviourOf({ resource: owner, operation: listing })
      return (context) =>
        showing({ ...context, store: withNarrowed(context.store, owner.name, `/${name}/${flag}`, [true]) })
    }
  }
  return undefined
}

/** The ids of the records that a user has marked. */
async function markedBy(
  mark: Mark,
  owner: Resource,
  users: Resource,
  wanted: Id,
  { store, me }: { readonly store: Transaction; readonly me: Id | undefined },
): Promise<readonly Id[]> {
  const userIds = await idsOf(users, store)
  const { items } = await store.collection(owner.name).list({ where: [] })
  return items.flatMap((record) => {
    const id = idIn(owner, record)
    const members = id === undefined ? [] : membersOf(mark, record, id, userIds, me)
    return id !== undefined && members.some((each) => String(each) === String(wanted)) ? [id] : []
  })
}

/** The ids of the records of a collection, as the records themselves have them. */
async function idsOf(resource: Resource, store: Transaction): Promise<readonly Id[]> {
  const { items } = await store.collection(resource.name).list()
  return items.flatMap((record) => idIn(resource, record) ?? [])
}

/** `GET /posts/{id}/likes` or `liked_by`, and `GET /users/{id}/followers`. */
function memberList(
  options: CrudOptions,
  operation: Operation,
  behaviourOf: BehaviourOf,
): Behaviour | undefined {
  const segment = lastPart(operation.path)
  const users = markersOf(options)
  const owner = options.model.resources.find(
    ({ itemPath, scope }) =>
      scope.length === 0 &&
      itemPath !== undefined &&
      shapeOf(operation.path) === `${shapeOf(itemPath)}/${segment}`,
  )
  const noun = singularWordsOf(segment).replace(/ by$/, '').replaceAll(' ', '')
  const mark = owner && marksOf(options, owner).find(({ flag }) => isMarkedBy(noun, flagOf(flag)))
  const listing = users && listingOf(options, operation, users)
  if (!users || !owner || !mark || !listing) return undefined
  const showing = behaviourOf({ resource: users, operation: listing })
  const [parameter = ''] = parameterNames(operation.path)
  return async (context) => {
    const { store } = context
    const id = idInPath(context.request, parameter) ?? ''
    const record = await store.collection(owner.name).get(id)
    if (!record) return notFound(owner, id)
    const me = idIn(users, await currentUser(options, store))
    const ids = membersOf(mark, record, id, await idsOf(users, store), me)
    return showing({ ...context, store: withNarrowed(store, users.name, users.idProperty ?? '', ids) })
  }
}
