import { acceptedBy } from '../../../../spec/inference/bodies/accepted-schema.ts'
import { referencedNoun, resourceNoun } from '../../../../spec/inference/references/names.ts'
import { isSameSchema } from '../../../../spec/inference/schemas/similarity.ts'
import type { Json, JsonObject } from '../../../../spec/json.ts'
import type { Resource } from '../../../../spec/resources.ts'
import { possiblePropertiesOf } from '../../../../spec/schemas/properties.ts'
import { perObject } from '../../../../spec/util/memo.ts'
import type { Behaviour } from '../../../behaviour.ts'
import { after, type MaybePromise } from '../../../maybe-promise.ts'
import type { Collection, Id, ListFilter, Page, Transaction } from '../../../store/store.ts'
import { idOf } from '../../identity/identity.ts'
import type { CrudOptions, SharedPlace } from '../../options.ts'
import { scopesOf } from '../containers.ts'
import { pick } from '../derived/derived-values.ts'

/** A list of records that are at home in a collection of their own: the tracks of a playlist, `/playlists/{id}/tracks`. */
interface Shared {
  readonly list: Resource
  readonly home: Resource
  /** What the list shows of them; undefined for all of it. */
  readonly names: readonly string[] | undefined
}

const sharedOf: (options: CrudOptions) => ReadonlyMap<string, Shared> = perObject((options: CrudOptions) => {
  const { document, model } = options
  const shared = model.resources.flatMap((list): readonly (readonly [string, Shared])[] => {
    const home = findHome(options, list)
    if (!home) return []
    const isWhole = isSameSchema(document, list.record, home.record)
    const names = isWhole ? undefined : [...possiblePropertiesOf(document, list.record).keys()]
    return [[list.name, { list, home, names }]]
  })
  return new Map(shared)
})

/** The collection whose records operations put on this list; undefined if it has records of its own. */
export const homeOf = (options: CrudOptions, list: Resource): Resource | undefined =>
  sharedOf(options).get(list.name)?.home

/** The property that a creation sends alone, to put a record on the list: `studentId`. */
export function joinedBy({ document, byId }: CrudOptions, list: Resource): string | undefined {
  const create = list.operations.find(({ role }) => role === 'create')
  const declared = byId.get(create?.operationId ?? '')
  const sent = create && declared && acceptedBy(document, declared, create, list.nesting)
  const [property, ...others] = sent ? possiblePropertiesOf(document, sent).keys() : []
  const isOnlyMember = list.operations.every(({ role }) => /^(?:list|create|delete)$/.test(role))
  return isOnlyMember && others.length === 0 && list.scope.length > 0 ? property : undefined
}

function findHome(options: CrudOptions, list: Resource): Resource | undefined {
  const { document, model } = options
  const put = list.operations.find(({ role }) => role === 'put')
  const by = put ? put.idParameter : joinedBy(options, list)
  if (by === undefined) return undefined
  const candidates = model.resources.filter(
    (each) =>
      each !== list &&
      each.kind === 'collection' &&
      each.idProperty !== undefined &&
      each.scope.every((parameter, at) => parameter === list.scope[at]),
  )
  const isNamed = (each: Resource): boolean => resourceNoun(each.name) === referencedNoun(by)
  const isSame = (each: Resource): boolean => isSameSchema(document, each.record, list.record)
  const shows = (each: Resource): boolean => {
    const known = possiblePropertiesOf(document, each.record)
    return (
      isNamed(each) &&
      [...possiblePropertiesOf(document, list.record).keys()].every((name) => known.has(name))
    )
  }
  return (
    candidates.find((each) => isSame(each) && (put !== undefined || isNamed(each))) ?? candidates.find(shows)
  )
}

/** Runs a behaviour with a store in which such lists show the records as they are at home. */
export function withSharedRecords(options: CrudOptions, behaviour: Behaviour): Behaviour {
  const shared = sharedOf(options)
  if (shared.size === 0) return behaviour
  return (context) => behaviour({ ...context, store: sharingStore(context.store, shared) })
}

const sharingStore = (store: Transaction, shared: ReadonlyMap<string, Shared>): Transaction => ({
  ...store,
  collection: (name, scope = []) => {
    const collection = store.collection(name, scope)
    const own = shared.get(name)
    const home = own && store.collection(own.home.name, scope.slice(0, own.home.scope.length))
    return own && home ? sharing(own, collection, home) : collection
  },
})

/** @param listed the records on the list, of which only the ids count, and what the records at home do not have */
function sharing({ list, names }: Shared, listed: Collection, home: Collection): Collection {
  const { idProperty = 'id' } = list
  const keyOf = (record: JsonObject): string => String(idOf(record[idProperty]))
  const shown = (record: JsonObject, own: JsonObject | undefined): JsonObject =>
    names ? { ...own, ...pick(record, names) } : record
  const page = ({ where = [], selection }: ListFilter): MaybePromise<readonly JsonObject[]> =>
    after(listed.list(), ({ items }) => {
      const [own, ids]: [Map<string, JsonObject>, Json[]] = [new Map(), []]
      for (const item of items) {
        const id = idOf(item[idProperty])
        if (id === undefined) continue
        own.set(String(id), item)
        ids.push(id)
      }
      const isListed = { property: idProperty, values: ids }
      const filter = { where: [...where, isListed], ...(selection && { selection }) }
      return after(home.list(filter), (found) => {
        const records = found.items.map((record) => shown(record, own.get(keyOf(record))))
        if (selection?.compare) return records
        // In the order in which they were put on the list.
        const places = new Map([...own.keys()].map((id, at) => [id, at]))
        const placeOf = (record: JsonObject): number => places.get(keyOf(record)) ?? 0
        const sign = selection?.lastFirst ? -1 : 1
        return records.toSorted((one, other) => sign * (placeOf(one) - placeOf(other)))
      })
    })
  return {
    ...listed,
    get: (id) =>
      after(listed.get(id), (own) =>
        own === undefined
          ? undefined
          : after(originalOf(home, list, id), (record) => record && shown(record, own)),
      ),
    list: ({ offset = 0, limit = Infinity, ...filter } = {}) =>
      after(page(filter), (records): Page => ({
        items: records.slice(offset, offset + limit),
        total: records.length,
      })),
    indexOf: (id, filter = {}) =>
      after(page(filter), (records) => {
        const index = records.findIndex((record) => keyOf(record) === String(id))
        return index < 0 ? undefined : index
      }),
  }
}

/** The record at home, which may know it by another name: a role by its `name` rather than its `id`. */
export const originalOf = (
  home: Collection,
  { idProperty = 'id' }: Resource,
  id: Id,
): MaybePromise<JsonObject | undefined> =>
  after(home.get(id), (record) =>
    record && String(idOf(record[idProperty])) === String(id)
      ? record
      : after(
          home.list({ where: [{ property: idProperty, values: [id] }], limit: 1 }),
          ({ items: [found] }) => found,
        ),
  )

/** The lists with a record that is deleted at home, each with the scope that it is in. */
export async function listsWith(
  options: CrudOptions,
  home: Resource,
  record: JsonObject,
  store: Transaction,
): Promise<readonly SharedPlace[]> {
  const found: SharedPlace[] = []
  for (const { list, home: own } of sharedOf(options).values()) {
    const id = own === home ? idOf(record[list.idProperty ?? '']) : undefined
    for (const scope of id === undefined ? [] : await scopesOf(options.model, list, store))
      if (id !== undefined && (await store.collection(list.name, scope).get(id)))
        found.push({ list, scope, id })
  }
  return found
}
