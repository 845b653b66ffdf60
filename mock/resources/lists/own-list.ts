import type { Operation } from '../../../spec/document.ts'
import { sentencesOf } from '../../../spec/inference/prose/sentences.ts'
import { singularNounOf } from '../../../spec/inference/prose/words.ts'
import { ownerProperties, usersOf } from '../../../spec/inference/references/authors.ts'
import { currentUserOf } from '../../../spec/inference/references/current-user.ts'
import { isSimilar } from '../../../spec/inference/schemas/similarity.ts'
import { markNamed } from '../../../spec/inference/states/marks.ts'
import type { Reference, Resource } from '../../../spec/resources.ts'
import { lastPart } from '../../../spec/routing/path-template.ts'
import { possiblePropertiesOf } from '../../../spec/schemas/properties.ts'
import { typesOf } from '../../../spec/schemas/types.ts'
import type { Behaviour } from '../../behaviour.ts'
import type { Id, Selection } from '../../store/store.ts'
import type { BehaviourOf } from '../endpoint.ts'
import { idOf } from '../identity/identity.ts'
import type { CrudOptions } from '../options.ts'
import { alternativeSpellings } from '../records/spellings.ts'
import { currentUser } from '../relations/current-user.ts'
import { participlesFor } from '../relations/members/memberships.ts'
import { pathOf } from '../relations/path-of.ts'
import { refersTo } from '../relations/refers-to.ts'
import { listAt } from './list-at.ts'
import { withFiltered, withNarrowed } from './narrowed.ts'

/**
 * Narrows a list such as `GET /me/tasks` to the records that refer to the current user. Undefined if it is unknown by which property
 * they do.
 */
function ownList(
  options: CrudOptions,
  operation: Operation,
  resource: Resource,
  list: Behaviour,
): Behaviour | undefined {
  const user = currentUserOf(options.model)
  const reference = user && ownReference(options, operation, resource, user)
  const { name } = resource
  if (!reference) return undefined
  const node = possiblePropertiesOf(options.document, resource.record).get(reference.property)
  const isMany = node !== undefined && typesOf(options.document, node).has('array')
  return async (context) => {
    const { store } = context
    const own = await currentUser(options, store)
    const ownId = idOf(own?.[user.idProperty ?? 'id'])
    const narrowed = isMany
      ? withFiltered(store, name, { selection: referringTo(ownId, reference) })
      : withNarrowed(
          store,
          name,
          pathOf(reference),
          ownId === undefined ? [] : [ownId, ...alternativeSpellings(ownId)],
        )
    return list({ ...context, store: narrowed })
  }
}

/** The records whose lists of references have one to the record with an id. */
const referringTo = (id: Id | undefined, reference: Reference): Selection => ({
  key: `${reference.property} to ${String(id)}`,
  matches: (record) => refersTo(record[reference.property], reference, id),
  compare: undefined,
  lastFirst: false,
})

/** The behaviour of such a list that has no role in a resource: it lists records of the resource that its path names last. */
export function ownListWithoutRole(
  options: CrudOptions,
  operation: Operation,
  behaviourOf: BehaviourOf,
): Behaviour | undefined {
  const noun = singularNounOf(operation.path)
  const resource = options.model.resources.find(
    (each) => each.scope.length === 0 && singularNounOf(each.name) === noun,
  )
  const list = resource && listAt(options, operation, resource, isSimilar)
  return list && ownList(options, operation, list.resource, behaviourOf(list))
}

/** The reference that the description names ("Tasks assigned to the current user"), else the only one, or the only one to an author. */
function ownReference(
  { document, model }: CrudOptions,
  operation: Operation,
  listed: Resource,
  user: Resource,
): Reference | undefined {
  const { record, references, scope } = listed
  const isMarked = markNamed(document, record, lastPart(operation.path)) !== undefined
  if (isMarked || scope.length > 0) return undefined
  const users = new Set([
    ...model.resources.flatMap((each) => (/\/users?$/.test(each.name) ? each.name : [])),
    user.name,
    usersOf(document, model, user)?.name,
  ])
  const shown = possiblePropertiesOf(document, record)
  const found = references.filter(({ resource, property }) => shown.has(property) && users.has(resource))
  const text = sentencesOf(operation).join(' ')
  const authors = ownerProperties(document, model, listed)
  const choices = [
    found.filter(({ property }) => participlesFor(property).some((each) => text.includes(` ${each} `))),
    found.filter(({ property }) => authors.has(property)),
    found,
  ]
  return choices.find((each) => each.length === 1)?.[0]
}
