import type { Json, JsonObject } from '../../spec/json.ts'
import type { MaybePromise } from '../maybe-promise.ts'

/** Identifies a record within its collection. Ids are compared as text: 1, 1n and `1` are the same. */
export type Id = string | number | bigint

/**
 * Records that a function selects, in an order of their own. Depends on nothing but the records themselves, so that a store can keep the
 * result up to date.
 */
export interface Selection {
  /** Equal for equal functions. */
  readonly key: string
  readonly matches: (record: JsonObject) => boolean
  /** Undefined for insertion order. */
  readonly compare: ((one: JsonObject, other: JsonObject) => number) | undefined
  /** Whether the last one inserted comes first, among those that are equal in order. */
  readonly lastFirst: boolean
}

/** Conditions on a record's own properties, all of which must hold, and the part of the result to return. */
export interface ListQuery {
  /**
   * The property, or one of its items if it is an array, equals one of the values. A nested property is named by its JSON
   * pointer: `/attributes/status`. With `ignoresCase`, texts that differ only in case are equal.
   */
  readonly where?: readonly {
    readonly property: string
    readonly values: readonly Json[]
    readonly ignoresCase?: boolean
  }[]
  /** Selects and orders those that meet the conditions. */
  readonly selection?: Selection
  readonly offset?: number
  readonly limit?: number
}

/** What a query selects, whatever part of it is returned. */
export type ListFilter = Pick<ListQuery, 'where' | 'selection'>

/** Part of a list. */
export interface Page {
  readonly items: readonly JsonObject[]
  /** The number of matching records before offset and limit are applied. */
  readonly total: number
}

/** The records of one resource in one scope, in insertion order. Records are immutable: change them with `put`. */
export interface Collection {
  get(id: Id): MaybePromise<JsonObject | undefined>
  list(query?: ListQuery): MaybePromise<Page>
  /** The ids of all records. Does not create lazy records. */
  ids(): MaybePromise<readonly string[]>
  /** The record's index in the list that a query selects; undefined if the list does not contain it. */
  indexOf(id: Id, query?: ListFilter): MaybePromise<number | undefined>
  /** Appends a record, or replaces the one with that id in place. */
  put(id: Id, record: JsonObject): MaybePromise<void>
  /** Returns false if there is no such record. */
  remove(id: Id): MaybePromise<boolean>
  /** Removes all records, without creating lazy ones first. Returns false if there are none. */
  clear(): MaybePromise<boolean>
  /** The next integer id of this collection, or of all collections of its resource. Never returns the same id twice. */
  nextId(isOfResource?: boolean): MaybePromise<number>
}

/** The part of a collection that a list is read from. */
export type Readable = Pick<Collection, 'list' | 'indexOf'>

/** The records as one request sees them. */
export interface Transaction {
  /** `scope`: the ids of the parents, outermost first, for a nested resource (`/stores/{id}/pets`). */
  collection(resource: string, scope?: readonly Id[]): Collection
  /** The scope of a record of a nested resource whose ids are unique; undefined if there is none. */
  scopeOf(resource: string, id: Id): MaybePromise<readonly string[] | undefined>
}

/** All records of a store as plain data, in a stable order. */
export interface StoreSnapshot {
  readonly collections: readonly {
    readonly resource: string
    readonly scope: readonly string[]
    readonly nextId: number
    readonly records: readonly (readonly [id: string, record: JsonObject])[]
  }[]
}

/** Releases a claim. */
export type Release = () => MaybePromise<void>

/** The records of one world. Every transaction is atomic. */
export interface Store {
  /** Runs a read of committed data, concurrently with other reads. Writing inside it is an error. */
  read<T>(work: (tx: Transaction) => MaybePromise<T>): MaybePromise<T>
  /**
   * Runs transactions one at a time. The writes are committed if `keep` returns true for the result of `work`, and rolled
   * back if it returns false or `work` throws.
   */
  transact<T>(work: (tx: Transaction) => MaybePromise<T>, keep: (result: T) => boolean): MaybePromise<T>
  snapshot(): MaybePromise<StoreSnapshot>
  /** Claims a name among all users of the store. Resolves to undefined while another one holds it. */
  claim(name: string): MaybePromise<Release | undefined>
  /** Replaces all records. Throws a TypeError, and changes nothing, if the value is not a snapshot. */
  restore(snapshot: StoreSnapshot): MaybePromise<void>
  close(): MaybePromise<void>
}
