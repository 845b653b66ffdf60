import type { Json, JsonObject } from '../../spec/json.ts'
import type { MaybePromise } from '../behaviour.ts'
import { after } from './maybe.ts'
import { noTables, snapshotOf, tablesOf } from './tables.ts'
import { attempt, type Change, readerOf } from './transaction.ts'
import { createTurns } from './turns.ts'

/** What tells a record from others of its collection; 1, 1n and `1` are the same. */
export type Id = string | number | bigint

/** Conditions on a record's own properties; all must hold. */
export interface ListQuery {
  /**
   * The property, or one of its items when it is an array, equals one of the values. One in an object of the record is named by
   * its JSON pointer: `/attributes/status`.
   */
  readonly where?: readonly { readonly property: string; readonly values: readonly Json[] }[]
  readonly offset?: number
  readonly limit?: number
}

/** A part of a list. */
export interface Page {
  readonly items: readonly JsonObject[]
  /** Matching records before offset and limit. */
  readonly total: number
}

/** Records of one resource in one scope, in order of insertion. Records are immutable: change by `replace`. */
export interface Collection {
  get(id: Id): MaybePromise<JsonObject | undefined>
  list(query?: ListQuery): MaybePromise<Page>
  /** The ids of all records. None of them need be made for that. */
  ids(): MaybePromise<readonly string[]>
  /** How many records of the list under these conditions come before that one; undefined when it is not in there. */
  indexOf(id: Id, where?: ListQuery['where']): MaybePromise<number | undefined>
  /** Adds a record, or replaces the one with that id where it stands. */
  put(id: Id, record: JsonObject): MaybePromise<void>
  /** False when there is none. */
  remove(id: Id): MaybePromise<boolean>
  /** Removes all records, of which those that nobody has looked at need not be made first. False when there is none. */
  clear(): MaybePromise<boolean>
  /** The next integer id of this collection, never given out before. */
  nextId(): MaybePromise<number>
}

/** What a list is read from. */
export type Readable = Pick<Collection, 'list' | 'indexOf'>

/** The records as one request sees them. */
export interface Transaction {
  /** `scope`: ids of the parents, outermost first, for a resource below another (`/stores/{id}/pets`). */
  collection(resource: string, scope?: readonly Id[]): Collection
}

/** Everything in the store as plain data, in a stable order. */
export interface StoreSnapshot {
  readonly collections: readonly {
    readonly resource: string
    readonly scope: readonly string[]
    readonly nextId: number
    readonly records: readonly (readonly [id: string, record: JsonObject])[]
  }[]
}

/** Gives back what was claimed. */
export type Release = () => MaybePromise<void>

/** The records of one world, which a transaction changes all together or not at all. */
export interface Store {
  /** Reads what is committed, beside other reads; writes inside are an error. */
  read<T>(work: (tx: Transaction) => MaybePromise<T>): MaybePromise<T>
  /** One at a time. What `work` wrote is kept when `keep(result)`; undone when not, or when it throws. */
  transact<T>(work: (tx: Transaction) => MaybePromise<T>, keep: (result: T) => boolean): MaybePromise<T>
  snapshot(): MaybePromise<StoreSnapshot>
  /**
   * Claims a name among all who share the store, for as long as work takes: resolves to what gives it back, to undefined
   * while another has it.
   */
  claim(name: string): MaybePromise<Release | undefined>
  /** Replaces everything. A TypeError, and nothing is changed, when it is no snapshot. */
  restore(snapshot: StoreSnapshot): MaybePromise<void>
  close(): MaybePromise<void>
}

/** Hears of what a store comes to hold. */
export interface StoreListener {
  /** A transaction was kept. */
  changed(changes: readonly Change[]): void
  /** Everything was replaced. */
  restored(): void
}

/** A store that is kept in this process. */
export interface MemoryStore extends Store {
  /** Hands out everything while no transaction is under way. */
  capture<T>(take: (snapshot: StoreSnapshot) => T): MaybePromise<T>
}

/** Keeps everything in this process. Work that is synchronous is answered without a promise. */
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
