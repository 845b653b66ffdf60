import { after, type MaybePromise } from '../maybe-promise.ts'
import type { Change } from './changes.ts'
import type { Store, StoreSnapshot } from './store.ts'
import { noTables, snapshotOf, tablesOf } from './tables.ts'
import { attempt, readerOf } from './transaction.ts'
import { createTurns } from './turns.ts'

/** Receives the committed changes of a store. */
export interface StoreListener {
  /** A transaction was committed. */
  changed(changes: readonly Change[]): void
  /** All records were replaced. */
  restored(): void
}

/** A store in the memory of this process. */
export interface MemoryStore extends Store {
  /** Passes a snapshot to `take` while no transaction is running. */
  capture<T>(take: (snapshot: StoreSnapshot) => T): MaybePromise<T>
}

/** Creates an empty store in memory. Synchronous work returns its result without a promise. */
export function createMemoryStore(listener?: StoreListener): MemoryStore {
  let tables = noTables()
  const turns = createTurns()
  const claims = new Set<string>()
  const reader = readerOf(() => tables)
  const isRecorded = listener !== undefined
  return {
    read: (work) => turns.shared(() => work(reader)),
    transact: (work, keep) =>
      turns.exclusive(() =>
        after(attempt(tables, work, { keep, isRecorded }), ({ result, changes }) => {
          if (changes.length > 0) listener?.changed(changes)
          return result
        }),
      ),
    snapshot: () => turns.shared(() => snapshotOf(tables)),
    capture: (take) => turns.shared(() => take(snapshotOf(tables))),
    claim: (name) => {
      if (claims.has(name)) return undefined
      claims.add(name)
      return () => void claims.delete(name)
    },
    restore: (snapshot) =>
      turns.exclusive(() => {
        tables = tablesOf(snapshot)
        listener?.restored()
      }),
    close: () => undefined,
  }
}
