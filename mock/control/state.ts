import type { Json, JsonObject } from '../../spec/json.ts'
import type { RequestValues } from '../../spec/request.ts'
import type { Resource } from '../../spec/resources.ts'
import { ok, refuse, type Behaviour, type Outcome } from '../behaviour.ts'
import { snapshotOf } from '../engine/options/world.ts'
import type { MaybePromise } from '../maybe-promise.ts'
import { MockOptionError } from '../option-error.ts'
import { nextNumber } from '../resources/identity/new-id.ts'
import { isLazy } from '../store/lazy.ts'
import type { Collection, StoreSnapshot } from '../store/store.ts'
import type { Controlled, Part } from './part.ts'
import { controlPath } from './paths.ts'
import { collectionIn, entriesOf, isRefused, keyed, named, placeOf, typed, type Place } from './records.ts'
import { statePaths, stateSchemas } from './state-paths.ts'
import { textIn } from './values.ts'

/** `/state`: reads and writes records. What is written must match the document's schemas; business rules are not applied. */
export function statePart(controlled: Controlled): Part {
  return {
    paths: statePaths(controlled.crud.model.resources),
    schemas: stateSchemas,
    behaviours: { ...whole(controlled), ...collections(controlled), ...single(controlled) },
  }
}

function whole({ store, crud }: Controlled): Part['behaviours'] {
  return {
    getState: async () => ok(200, plain(await store.snapshot())),
    replaceState: async ({ request: { body } }) => {
      try {
        await store.restore(snapshotOf(body as Json, crud))
        return ok(204)
      } catch (error) {
        if (error instanceof TypeError || error instanceof MockOptionError)
          return refuse(422, 'invalid_state', error.message)
        throw error
      }
    },
    clearState: async () => {
      await store.restore({ collections: [] })
      return ok(204)
    },
    listResources: async () => {
      const { collections } = await store.snapshot()
      return ok(200, { resources: crud.model.resources.map((resource) => describe(resource, collections)) })
    },
  }
}

/** A snapshot without its internal members. */
function plain({ collections }: StoreSnapshot): Json {
  return {
    collections: collections.map(({ resource, scope, nextId, records }) => ({
      resource,
      scope,
      nextId,
      records,
    })),
  }
}

function describe(resource: Resource, collections: StoreSnapshot['collections']): JsonObject {
  const { name, kind, idProperty, idType, scope } = resource
  return {
    name,
    kind,
    ...(idProperty !== undefined && { idProperty }),
    ...(idType !== undefined && { idType }),
    scope,
    collections: collections
      .filter((collection) => collection.resource === name && collection.scope.length === scope.length)
      .map((collection) => ({
        scope: collection.scope,
        ...(!isLazy(collection) && { total: collection.records.length }),
      })),
  }
}

type AtPlace = (place: Place, request: RequestValues) => MaybePromise<Outcome>

const at =
  ({ crud }: Controlled, act: AtPlace): Behaviour =>
  ({ request }) => {
    const place = placeOf(crud, request)
    return isRefused(place) ? place : act(place, request)
  }

/** A behaviour that changes a collection, rolled back if refused. */
function changing(
  controlled: Controlled,
  act: (records: Collection, place: Place, request: RequestValues) => MaybePromise<Outcome>,
): Behaviour {
  return at(controlled, (place, request) =>
    controlled.store.transact(
      (tx) => act(collectionIn(tx, place), place, request),
      ({ kind }) => kind === 'ok',
    ),
  )
}

function collections(controlled: Controlled): Part['behaviours'] {
  const { store } = controlled
  return {
    listRecords: at(controlled, async (place, { query }) => {
      const entries = await entriesOf(store, place)
      const { limit = 100, offset = 0 } = query
      const page = entries.slice(Number(offset), Number(offset) + Number(limit))
      return ok(200, { total: entries.length, records: page.map(([id, record]) => ({ id, record })) })
    }),
    replaceRecords: at(controlled, async (place, request) => {
      const before = await entriesOf(store, place)
      return store.transact(
        async (tx) => {
          const records = collectionIn(tx, place)
          for (const [id] of before) await records.remove(id)
          for (const record of request.body as readonly Json[]) {
            const refused = await add(controlled, records, place, record)
            if (isRefused(refused)) return refused
          }
          return ok(204)
        },
        ({ kind }) => kind === 'ok',
      )
    }),
    clearRecords: at(controlled, async (place) => {
      const before = await entriesOf(store, place)
      await store.transact(
        async (tx) => {
          for (const [id] of before) await collectionIn(tx, place).remove(id)
        },
        () => true,
      )
      return ok(204)
    }),
    addRecord: changing(controlled, async (records, place, request) => {
      const added = await add(controlled, records, place, request.body as Json)
      if (isRefused(added)) return added
      const path = `${encodeURIComponent(textIn(request.path, 'resource'))}/${encodeURIComponent(added.id)}`
      const search = new URLSearchParams(place.scope.map((id) => ['scope', id])).toString()
      return ok(201, added, {
        Location: `${controlPath}/state/${path}${search === '' ? '' : `?${search}`}`,
      })
    }),
  }
}

/** Adds a record. Returns it with its id, or a refusal. */
async function add(
  { crud }: Controlled,
  records: Collection,
  place: Place,
  given: Json,
): Promise<{ readonly id: string; readonly record: JsonObject } | ReturnType<typeof refuse>> {
  const made = keyed(crud, place, given, undefined)
  if (isRefused(made)) return made
  const { resource } = place
  const id = made.id ?? (resource.idType === 'string' ? undefined : await nextNumber(crud, resource, records))
  if (id === undefined) return refuse(422, 'no_id', `The record must have '${resource.idProperty ?? 'id'}'.`)
  if ((await records.get(id)) !== undefined)
    return refuse(409, 'id_taken', `A record with id ${String(id)} already exists.`)
  const record = made.id === undefined ? named(resource, id, made.record) : made.record
  await records.put(id, record)
  return { id: String(id), record }
}

function single(controlled: Controlled): Part['behaviours'] {
  return {
    getRecord: at(controlled, async (place, { path }) => {
      const id = textIn(path, 'id')
      const record = await controlled.store.read((tx) => collectionIn(tx, place).get(id))
      return record === undefined ? missing(id) : ok(200, { id, record })
    }),
    putRecord: changing(controlled, async (records, place, request) => {
      const id = textIn(request.path, 'id')
      const made = keyed(controlled.crud, place, request.body as Json, id)
      if (isRefused(made)) return made
      const isNew = (await records.get(id)) === undefined
      await records.put(typed(place.resource, id) ?? id, made.record)
      return ok(isNew ? 201 : 200, { id, record: made.record })
    }),
    deleteRecord: changing(controlled, async (records, _place, { path }) => {
      const id = textIn(path, 'id')
      return (await records.remove(id)) ? ok(204) : missing(id)
    }),
  }
}

const missing = (id: string): Outcome => refuse(404, 'not_found', `There is no record ${id}.`)
