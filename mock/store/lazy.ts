import type { JsonObject } from '../../spec/json.ts'
import type { StoreSnapshot } from './store.ts'

/** The records of one resource in one scope, as plain data. */
export type CollectionSnapshot = StoreSnapshot['collections'][number]

/** A record of a collection, with its id. */
export type Held = CollectionSnapshot['records'][number]

/** Creates a record when it is first accessed: most requests need only one of many. */
export function lazyRecord(id: string, make: () => JsonObject): Held {
  let made: JsonObject | undefined
  const held: readonly [string, JsonObject] = [id, nothing]
  return Object.defineProperty(held, 1, { get: () => (made ??= make()), enumerable: true })
}

const nothing: JsonObject = {}

const lazy = new WeakSet<CollectionSnapshot>()

/**
 * A collection whose records and next id are created when they are first accessed, and again after the garbage collector has
 * removed them: a world may be larger than the part of it in use.
 */
export function lazyCollection(
  head: Pick<CollectionSnapshot, 'resource' | 'scope'>,
  make: () => Pick<CollectionSnapshot, 'nextId' | 'records'>,
): CollectionSnapshot {
  let made: WeakRef<Pick<CollectionSnapshot, 'nextId' | 'records'>> | undefined
  const content = (): Pick<CollectionSnapshot, 'nextId' | 'records'> => {
    const known = made?.deref()
    if (known) return known
    const created = make()
    made = new WeakRef(created)
    return created
  }
  const collection: CollectionSnapshot = {
    ...head,
    get nextId() {
      return content().nextId
    },
    get records() {
      return content().records
    },
  }
  lazy.add(collection)
  return collection
}

/** The same snapshot with lazy collections, for many stores that start with the same records. */
export function shared(snapshot: StoreSnapshot): StoreSnapshot {
  const collections = snapshot.collections.map((collection) =>
    isLazy(collection)
      ? collection
      : lazyCollection({ resource: collection.resource, scope: collection.scope }, () => collection),
  )
  return withFallback({ collections }, fallbackOf(snapshot))
}

/** Whether the records of the collection are created when they are first accessed. */
export function isLazy(collection: CollectionSnapshot): boolean {
  return lazy.has(collection)
}

/** Returns the collections in scopes that a snapshot does not list; undefined where there is none. */
export type Fallback = (resource: string, scope: readonly string[]) => CollectionSnapshot | undefined

const fallbacks = new WeakMap<StoreSnapshot, Fallback>()

/** Attaches a fallback to a snapshot. It is not part of its JSON. */
export function withFallback(snapshot: StoreSnapshot, fallback: Fallback): StoreSnapshot {
  fallbacks.set(snapshot, fallback)
  return snapshot
}

/** The fallback of a snapshot. One that was read from JSON has none. */
export function fallbackOf(snapshot: StoreSnapshot): Fallback {
  return fallbacks.get(snapshot) ?? (() => undefined)
}
