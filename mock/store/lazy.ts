import type { JsonObject } from '../../spec/json.ts'
import type { StoreSnapshot } from './store.ts'

/** The records of one resource in one scope. */
export type CollectionSnapshot = StoreSnapshot['collections'][number]

/** A record of a collection and its id. */
export type Held = CollectionSnapshot['records'][number]

/** One that is made when it is first looked at: of many records, most requests want one. */
export function lazyRecord(id: string, make: () => JsonObject): Held {
  let made: JsonObject | undefined
  const held: readonly [string, JsonObject] = [id, nothing]
  return Object.defineProperty(held, 1, { get: () => (made ??= make()), enumerable: true })
}

const nothing: JsonObject = {}

const lazy = new WeakSet<CollectionSnapshot>()

/**
 * A collection whose records, and the id after them, are made when they are first looked at, and made again after nobody
 * has held them for a while: a world may be larger than what is used of it at a time.
 */
export function lazyCollection(
  head: Pick<CollectionSnapshot, 'resource' | 'scope'>,
  make: () => Pick<CollectionSnapshot, 'nextId' | 'records'>,
): CollectionSnapshot {
  let made: WeakRef<Pick<CollectionSnapshot, 'nextId' | 'records'>> | undefined
  const look = (): Pick<CollectionSnapshot, 'nextId' | 'records'> => {
    const known = made?.deref()
    if (known) return known
    const again = make()
    made = new WeakRef(again)
    return again
  }
  const collection: CollectionSnapshot = {
    ...head,
    get nextId() {
      return look().nextId
    },
    get records() {
      return look().records
    },
  }
  lazy.add(collection)
  return collection
}

/** The same world, of which each collection is copied only when it is first looked at: for many stores that begin alike. */
export function shared(snapshot: StoreSnapshot): StoreSnapshot {
  const collections = snapshot.collections.map((collection) =>
    isLazy(collection)
      ? collection
      : lazyCollection({ resource: collection.resource, scope: collection.scope }, () => collection),
  )
  return withFallback({ collections }, fallbackOf(snapshot))
}

/** Whether its records are made when they are first looked at. */
export function isLazy(collection: CollectionSnapshot): boolean {
  return lazy.has(collection)
}

/** The collections that are there in scopes nobody has listed; undefined where there is none. */
export type Fallback = (resource: string, scope: readonly string[]) => CollectionSnapshot | undefined

const fallbacks = new WeakMap<StoreSnapshot, Fallback>()

/** The same snapshot, with what else is there. Only as an object: its JSON holds the collections alone. */
export function withFallback(snapshot: StoreSnapshot, fallback: Fallback): StoreSnapshot {
  fallbacks.set(snapshot, fallback)
  return snapshot
}

/** What else is there; of a snapshot that was read from JSON, nothing. */
export function fallbackOf(snapshot: StoreSnapshot): Fallback {
  return fallbacks.get(snapshot) ?? (() => undefined)
}
