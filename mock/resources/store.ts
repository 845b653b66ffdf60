import type { Json, JsonObject } from '../../spec/json.ts'
import type { MaybePromise } from '../behaviour.ts'

export type Id = string | number | bigint

/** Conditions on a record's own properties; all must hold. */
export interface ListQuery {
  /** The property equals one of the values. */
  readonly where?: readonly { readonly property: string; readonly values: readonly Json[] }[]
  readonly offset?: number
  readonly limit?: number
}

export interface Page {
  readonly items: readonly JsonObject[]
  /** Matching records before offset and limit. */
  readonly total: number
}

/** Records of one resource in one scope, in order of insertion. Records are immutable: change by `replace`. */
export interface Collection {
  get(id: Id): MaybePromise<JsonObject | undefined>
  list(query?: ListQuery): MaybePromise<Page>
  /** Adds a record, or replaces the one with that id where it stands. */
  put(id: Id, record: JsonObject): MaybePromise<void>
  /** False when there is none. */
  remove(id: Id): MaybePromise<boolean>
  /** The next integer id of this collection, never given out before. */
  nextId(): MaybePromise<number>
}

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

export interface Store {
  /** Reads without a lock; writes inside are an error. */
  read<T>(work: (tx: Transaction) => MaybePromise<T>): MaybePromise<T>
  /** One at a time. What `work` wrote is kept when `keep(result)`; undone when not, or when it throws. */
  transact<T>(work: (tx: Transaction) => MaybePromise<T>, keep: (result: T) => boolean): MaybePromise<T>
  snapshot(): MaybePromise<StoreSnapshot>
  restore(snapshot: StoreSnapshot): MaybePromise<void>
  close(): MaybePromise<void>
}

/** Keeps everything in this process. Work that is synchronous is answered without a promise. */
export declare function createMemoryStore(): Store
