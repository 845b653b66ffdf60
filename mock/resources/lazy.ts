import type { StoreSnapshot } from './store.ts'

export type CollectionSnapshot = StoreSnapshot['collections'][number]

const lazy = new WeakSet<CollectionSnapshot>()

/** A collection whose records are made when they are first looked at. */
export function lazyCollection(
  head: Omit<CollectionSnapshot, 'records'>,
  make: () => CollectionSnapshot['records'],
): CollectionSnapshot {
  let made: CollectionSnapshot['records'] | undefined
  const collection = {
    ...head,
    get records() {
      made ??= make()
      return made
    },
  }
  lazy.add(collection)
  return collection
}

export function isLazy(collection: CollectionSnapshot): boolean {
  return lazy.has(collection)
}
