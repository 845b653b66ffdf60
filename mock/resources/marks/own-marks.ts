import { isLoginName } from '../../../spec/inference/logins.ts'
import { flagOf } from '../../../spec/inference/states/words/state-properties.ts'
import { isArray, isJsonObject, type Json, type JsonObject } from '../../../spec/json.ts'
import type { Resource } from '../../../spec/resources.ts'
import { possiblePropertiesOf } from '../../../spec/schemas/properties.ts'
import { perObject } from '../../../spec/util/memo.ts'
import type { Behaviour } from '../../behaviour.ts'
import { after } from '../../maybe-promise.ts'
import { asClient, tokensOf } from '../../store/as-client.ts'
import type { Collection, Id, ListQuery, Transaction } from '../../store/store.ts'
import { idOf } from '../identity/identity.ts'
import { withNarrowed } from '../lists/narrowed.ts'
import { accountsOf, loggedIn, userWith } from '../logins/accounts.ts'
import type { CrudOptions } from '../options.ts'
import { toggledFlags } from './members.ts'

/** A flag that each user has for oneself, `favorited` or `following`, and the records that have it. */
interface OwnFlag {
  readonly flag: string
  readonly owner: Resource
}

/** A flag in the records of a collection: their own, or that of a record which they show: `author.following`. */
interface Place extends OwnFlag {
  readonly path: readonly string[]
  /** Where the id of the record with the flag is. */
  readonly idPath: readonly string[]
}

const own =
  /^(?:follow(?:ed|ing)|favou?rited?|liked|bookmarked|starred|saved|watch(?:ed|ing)|subscribed|upvoted|loved)$/

/** The flags that users set and clear: `POST` and `DELETE /articles/{slug}/favorite`. */
const ownFlagsOf = perObject((options: CrudOptions): readonly OwnFlag[] =>
  options.model.resources
    .filter(
      ({ kind, scope, idProperty }) =>
        kind === 'collection' && scope.length === 0 && idProperty !== undefined,
    )
    .flatMap((owner) =>
      toggledFlags(options, owner).flatMap((flag) => (own.test(flagOf(flag)) ? [{ flag, owner }] : [])),
    ),
)

const placesIn = (options: CrudOptions, resource: Resource): readonly Place[] =>
  ownFlagsOf(options).flatMap(({ flag, owner }) => [
    ...(owner.name === resource.name
      ? [{ flag, owner, path: [flag], idPath: [owner.idProperty ?? ''] }]
      : []),
    ...resource.references.flatMap(({ property, resource: target, idProperty }) =>
      target === owner.name && idProperty !== undefined
        ? [{ flag, owner, path: [property, flag], idPath: [property, idProperty] }]
        : [],
    ),
  ])

/**
 * Wraps a behaviour so that whoever has logged in sees, sets and clears flags of one's own only. Lists may be of what another user has
 * given a flag: `favorited=jake`.
 */
export function withOwnFlags(options: CrudOptions, behaviour: Behaviour): Behaviour {
  const flags = ownFlagsOf(options)
  if (flags.length === 0) return behaviour
  return async (context) => {
    const { store, request } = context
    const user = await loggedIn(store)
    const own = user === undefined ? store : await ownView(options, store, user)
    const asked = flags.find(({ flag }) => typeof request.query[flag] === 'string')
    if (!asked) return behaviour({ ...context, store: own })
    const { owner, flag } = asked
    const other = await userNamed(options, store, request.query[flag] ?? null)
    const { ids = [] } = (other !== undefined && (await marksIn(store, asked).get(other))) || {}
    const marked = withNarrowed(own, owner.name, owner.idProperty ?? '', isArray(ids) ? ids : [])
    return behaviour({ ...context, store: marked })
  }
}

/** The id of the user with a name. */
async function userNamed(options: CrudOptions, store: Transaction, name: Json): Promise<Id | undefined> {
  const users = accountsOf(options)
  if (!users) return undefined
  for (const key of possiblePropertiesOf(options.document, users.record).keys()) {
    const user = isLoginName(key) ? await userWith(users, store, key, name) : undefined
    if (user) return idOf(user[users.idProperty ?? key])
  }
  return undefined
}

/** The ids of the records that have a flag, by user. */
const marksIn = (store: Transaction, { owner, flag }: OwnFlag): Collection =>
  store.collection(`${owner.name} (${flag})`)

async function ownView(options: CrudOptions, store: Transaction, user: Id): Promise<Transaction> {
  const marked = new Map<string, Set<string>>()
  const keyOf = ({ owner, flag }: OwnFlag): string => `${owner.name} ${flag}`
  for (const each of ownFlagsOf(options)) {
    const { ids = [] } = (await marksIn(store, each).get(user)) ?? {}
    marked.set(keyOf(each), new Set(isArray(ids) ? ids.map(String) : []))
  }
  const idsOf = (place: Place): Set<string> => marked.get(keyOf(place)) ?? new Set()
  const shown = (places: readonly Place[], record: JsonObject): JsonObject =>
    places.reduce((each, place) => withFlag(each, place.path, isMarked(idsOf(place), place, record)), record)
  const seen = (collection: Collection, places: readonly Place[]): Collection => ({
    ...collection,
    get: (id) => after(collection.get(id), (record) => record && shown(places, record)),
    list: (query = {}) =>
      after(collection.list(narrowed(query, places, idsOf)), ({ items, total }) => ({
        items: items.map((each) => shown(places, each)),
        total,
      })),
    put: async (id, record) => {
      const before = (await collection.get(id)) ?? {}
      for (const place of places) {
        const ids = idsOf(place)
        const isSet = at(record, place.path) === true
        if (place.path.length > 1 || isSet === ids.has(String(id))) continue
        if (isSet) ids.add(String(id))
        else ids.delete(String(id))
        await marksIn(store, place).put(user, { ids: [...ids] })
      }
      // What is stored is what all others see.
      await collection.put(
        id,
        places.reduce((each, { path }) => withFlag(each, path, at(before, path) === true), record),
      )
    },
  })
  const view: Transaction = {
    ...store,
    collection: (name, scope) => {
      const resource = options.model.resources.find((each) => each.name === name)
      const places = resource ? placesIn(options, resource) : []
      const collection = store.collection(name, scope)
      return places.length > 0 ? seen(collection, places) : collection
    },
  }
  return asClient(view, { authorization: undefined, tokens: tokensOf(store) })
}

/** A query for records with a flag, as one for those that the user has given it. */
function narrowed(
  query: ListQuery,
  places: readonly Place[],
  idsOf: (place: Place) => ReadonlySet<string>,
): ListQuery {
  const asked = places.flatMap((place) => {
    const wanted = query.where?.find(({ property }) => property === nameOf(place))
    return wanted ? [{ place, ids: idsOf(place), isWanted: wanted.values.includes(true) }] : []
  })
  if (asked.length === 0) return query
  const names = new Set(asked.map(({ place }) => nameOf(place)))
  const { selection } = query
  return {
    ...query,
    where: query.where?.filter(({ property }) => !names.has(property)) ?? [],
    selection: {
      compare: undefined,
      lastFirst: false,
      ...selection,
      key: [
        selection?.key,
        ...asked.map(({ place, ids, isWanted }) => [nameOf(place), isWanted, ...ids].join()),
      ].join(' '),
      matches: (record) =>
        selection?.matches(record) !== false &&
        asked.every(({ place, ids, isWanted }) => isMarked(ids, place, record) === isWanted),
    },
  }
}

const isMarked = (ids: ReadonlySet<string>, { idPath }: Place, record: JsonObject): boolean =>
  ids.has(String(idOf(at(record, idPath))))

const nameOf = ({ path }: Place): string => (path.length === 1 ? (path[0] ?? '') : `/${path.join('/')}`)

const at = (record: JsonObject, [first = '', second]: readonly string[]): Json | undefined => {
  const value = record[first]
  if (second === undefined) return value
  return value !== undefined && isJsonObject(value) ? value[second] : undefined
}

/** A record with a flag that it, or the record that it shows, has. */
function withFlag(record: JsonObject, [first = '', second]: readonly string[], value: boolean): JsonObject {
  const inner = record[first]
  if (second === undefined) return typeof inner === 'boolean' ? { ...record, [first]: value } : record
  return inner !== undefined && isJsonObject(inner)
    ? { ...record, [first]: withFlag(inner, [second], value) }
    : record
}
