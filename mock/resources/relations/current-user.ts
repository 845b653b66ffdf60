import { sentencesOf } from '../../../spec/inference/prose/sentences.ts'
import { normalizeName, singularWordsOf, wordsOf } from '../../../spec/inference/prose/words.ts'
import { ownerProperties, usersOf } from '../../../spec/inference/references/authors.ts'
import { currentUserOf } from '../../../spec/inference/references/current-user.ts'
import { referencedNoun } from '../../../spec/inference/references/names.ts'
import type { Json, JsonObject } from '../../../spec/json.ts'
import type { Resource } from '../../../spec/resources.ts'
import { possiblePropertiesOf } from '../../../spec/schemas/properties.ts'
import { typesOf } from '../../../spec/schemas/types.ts'
import { perObject } from '../../../spec/util/memo.ts'
import type { Id, Transaction } from '../../store/store.ts'
import type { RequestContext } from '../endpoint.ts'
import { idOf, singletonId } from '../identity/identity.ts'
import { loggedIn, registeredAs } from '../logins/accounts.ts'
import { showUser } from '../logins/profiles.ts'
import type { CrudOptions } from '../options.ts'
import { createComposer } from '../records/compose.ts'
import { lookupIn } from '../records/lookup.ts'
import { isSettable, takesRecord } from '../records/settable.ts'
import { resourceNamed } from '../resource-index.ts'
import { composedMembers, composedNames } from './copies/repeated.ts'
import { updateCopies } from './copies/update-copies.ts'
import { pick } from './derived/derived-values.ts'
import { ownLinksOf } from './links.ts'
export { showUser } from '../logins/profiles.ts'
export { withOwnFlags } from '../marks/own-marks.ts'

/** The record of the user who sends requests; undefined if the document has none. */
export async function currentUser(options: CrudOptions, store: Transaction): Promise<JsonObject | undefined> {
  const user = currentUserOf(options.model)
  if (!user) return undefined
  const stored = await store.collection(user.name).get(singletonId)
  const context = { id: singletonId, scope: [], lookup: lookupIn(options, store) }
  return asUser(options, user, store, stored ?? (await createComposer(options, user).generate(context)))
}

/** The id that records refer to the user who sends requests by; undefined if the document has none. */
export async function currentUserId(options: CrudOptions, store: Transaction): Promise<Json | undefined> {
  const user = currentUserOf(options.model)
  const users = user && usersOf(options.document, options.model, user)
  return (await currentUser(options, store))?.[users?.idProperty ?? 'id']
}

/** The current user as one of the users: the one with the same id, else the first. */
async function asUser(
  options: CrudOptions,
  user: Resource,
  store: Transaction,
  record: JsonObject,
): Promise<JsonObject> {
  const { document, model, validator } = options
  const own = await loggedIn(store)
  const users =
    usersOf(document, model, user) ?? (own === undefined ? undefined : registeredAs(options)(user))
  if (!users) return record
  const id = own ?? (await keyIn(users, store, record))
  const collection = store.collection(users.name)
  const same =
    (id === undefined ? undefined : await collection.get(id)) ??
    (await collection.list({ limit: 1 })).items[0]
  const composed = composedNames(document, user.record, users.record)
  const joined = {
    ...record,
    ...(same && { ...pick(same, sharedNames(options, user, users)), ...composedMembers(composed, same) }),
  }
  return validator.of(user.record, 'response').accepts(joined) ? joined : record
}

/** Puts the current user into the store, and among the users. Who has logged in is one of these only. */
export async function putUser(
  options: CrudOptions,
  user: Resource,
  context: RequestContext,
  id: Id,
  record: JsonObject,
): Promise<void> {
  if ((await loggedIn(context.store)) === undefined) await context.records.put(id, record)
  await updateUser(options, user, context, record)
}

/** Changes the user in the collection of users like the current user, and the copies that other records have. */
async function updateUser(
  options: CrudOptions,
  user: Resource,
  context: RequestContext,
  record: JsonObject,
): Promise<void> {
  const { store } = context
  const users = usersOf(options.document, options.model, user) ?? registeredAs(options)(user)
  const id = (await loggedIn(store)) ?? (await keyIn(users, store, record))
  const before = id === undefined ? undefined : await store.collection(users.name).get(id)
  if (id === undefined || !before) return
  const next = { ...before, ...pick(record, sharedNames(options, user, users)) }
  if (!options.validator.of(users.record, 'response').accepts(next)) return
  await store.collection(users.name).put(id, next)
  await updateCopies(options, users, store, before, next)
  await showUser(options, users, context, before, next)
}

const keyIn = async (
  { name, idProperty = '' }: Resource,
  store: Transaction,
  record: JsonObject,
): Promise<ReturnType<typeof idOf>> => {
  const id = idOf(record[idProperty])
  return id !== undefined && (await store.collection(name).get(id)) ? id : undefined
}

function sharedNames({ document }: CrudOptions, user: Resource, users: Resource): readonly string[] {
  const own = possiblePropertiesOf(document, user.record)
  return [...possiblePropertiesOf(document, users.record).keys()].filter((name) => own.has(name))
}

/**
 * The properties of a new record that tell who created it, with the current user; not those that clients can set, or have sent the id
 * for: the `user` of a member is that with the `userId`, and the `owner` of an account that with the `customerId` which only requests have.
 */
export async function authorship(
  options: CrudOptions,
  resource: Resource,
  store: Transaction,
  sent: JsonObject = {},
): Promise<JsonObject> {
  const identified = new Set(Object.keys(sent).map(referencedNoun))
  const shown = new Set(
    ownLinksOf(options, resource).flatMap(({ property, ids, hasIds }) =>
      ids !== undefined && !hasIds && Object.hasOwn(sent, ids) ? [property] : [],
    ),
  )
  const names = ownersOf(options)(resource).filter(
    (name) => !Object.hasOwn(sent, name) && !identified.has(normalizeName(name)) && !shown.has(name),
  )
  return shownAs(options, resource, store, names)
}

/** Those that clients cannot set, or nobody sends: a creation that is sent whole records may leave out the `author`. */
const ownersOf = perObject((options: CrudOptions) =>
  perObject((resource: Resource) => {
    const isShared = takesRecord(options, resource)
    return [
      ...ownerProperties(options.document, options.model, resource).keys(),
      ...becomingOf(options, resource),
      ...partyOf(options, resource),
    ].filter(
      (name, index, all) =>
        ((isShared && isAuthor(name)) || !isSettable(options, resource, name)) && all.indexOf(name) === index,
    )
  }),
)

const isAuthor = (name: string): boolean =>
  /^(?:author|creator|reporter|submitter|uploader|(?:created|reported|submitted|uploaded|opened|posted) by)$/.test(
    wordsOf(name).join(' '),
  )

/**
 * The properties that show who takes part as nobody whom the document has records of: the `organizerId` of an event, the `customerId` and
 * `customerEmail` of an order.
 */
function partyOf({ document }: CrudOptions, { record, references }: Resource): readonly string[] {
  const names = [...possiblePropertiesOf(document, record).keys()]
  const known = new Set(references.map(({ property }) => property))
  const parts = names.flatMap((name) => {
    const [, noun, part] =
      /^(organi[sz]er|customer|buyer|purchaser|seller) (id|email|name)$/.exec(singularWordsOf(name)) ?? []
    return noun === undefined ? [] : [{ name, noun, part }]
  })
  return parts.flatMap(({ name, noun }) =>
    parts.some((each) => each.noun === noun && each.part === 'id' && !known.has(each.name)) ? [name] : [],
  )
}

/** The properties that, as a creation is described, tell who sent it: "The current user becomes the instructor." */
function becomingOf({ document, byId }: CrudOptions, { operations, record }: Resource): readonly string[] {
  const names = [...possiblePropertiesOf(document, record).keys()]
  return operations.flatMap(({ role, operationId }) => {
    const creation = role === 'create' ? byId.get(operationId) : undefined
    return (creation ? sentencesOf(creation) : []).flatMap((sentence) => {
      const [, said] =
        / (?:current|authenticated|calling|logged in|signed in) user (?:become|is|will be|is set a|is recorded a) (?:the |it )?(\w+(?: \w+)?) (?:of .*)?$/.exec(
          sentence,
        ) ?? []
      return said === undefined
        ? []
        : names.filter((name) => singularWordsOf(name).replace(/ id$/, '') === said)
    })
  })
}

/** The current user as properties of a record show it. */
export async function shownAs(
  options: CrudOptions,
  { record, references }: Resource,
  store: Transaction,
  names: readonly string[],
): Promise<JsonObject> {
  const shown = possiblePropertiesOf(options.document, record)
  const properties = names.flatMap((name) => {
    const node = shown.get(name)
    return node ? [[name, node] as const] : []
  })
  const user = properties.length === 0 ? undefined : await currentUser(options, store)
  if (!user) return {}
  const values: Record<string, Json> = {}
  for (const [name, node] of properties) {
    const value = typesOf(options.document, node).has('object')
      ? pick({ ...(await profileIn(options, references, name, store, user)), ...user }, [
          ...possiblePropertiesOf(options.document, node).keys(),
        ])
      : scalarOf(options, user, name)
    if (value !== undefined && options.validator.of(node, 'response').accepts(value)) values[name] = value
  }
  return values
}

/** What a property that refers to users shows of the current one beside their own properties: whether they are followed. */
async function profileIn(
  { model }: CrudOptions,
  references: Resource['references'],
  name: string,
  store: Transaction,
  user: JsonObject,
): Promise<JsonObject | undefined> {
  const target = resourceNamed(model, references.find(({ property }) => property === name)?.resource ?? '')
  const id = idOf(user[target?.idProperty ?? ''])
  return target && id !== undefined ? store.collection(target.name).get(id) : undefined
}

/** What a text or a number tells of the user: the name that its own name ends with, else the id. */
function scalarOf({ model }: CrudOptions, user: JsonObject, name: string): Json | undefined {
  const last = wordsOf(name).at(-1) ?? ''
  const users = model.resources.find(({ name: path }) => path.endsWith('/users'))
  return /^(?:login|username|email|name)$/.test(last)
    ? user[last]
    : (user['id'] ?? user[users?.idProperty ?? 'id'])
}
