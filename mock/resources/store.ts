import type { Json, JsonObject } from '../../spec/json.ts'
import type { MaybePromise } from '../behaviour.ts'
import type { Table, Tables } from './tables.ts'
import { addTable, findTable, noTables, put, removeFrom, snapshotOf, tablesOf, takeId } from './tables.ts'
import { createTurns } from './turns.ts'
import type { Undo } from './records.ts'

export type Id = string | number | bigint

/** Conditions on a record's own properties; all must hold. */
export interface ListQuery {
  /** The property, or one of its items when it is an array, equals one of the values. */
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
  /** Reads what is committed, beside other reads; writes inside are an error. */
  read<T>(work: (tx: Transaction) => MaybePromise<T>): MaybePromise<T>
  /** One at a time. What `work` wrote is kept when `keep(result)`; undone when not, or when it throws. */
  transact<T>(work: (tx: Transaction) => MaybePromise<T>, keep: (result: T) => boolean): MaybePromise<T>
  snapshot(): MaybePromise<StoreSnapshot>
  /** Replaces everything. A TypeError, and nothing is changed, when it is no snapshot. */
  restore(snapshot: StoreSnapshot): MaybePromise<void>
  close(): MaybePromise<void>
}

/** Keeps everything in this process. Work that is synchronous is answered without a promise. */
export function createMemoryStore(): Store {
  let tables = noTables()
  const turns = createTurns()
  const current = (): Tables => tables
  const reader: Transaction = {
    collection: (resource, scope = []) => collectionOf(current, resource, scope.map(String), refuseToWrite),
  }
  return {
    read: (work) => turns.shared(() => work(reader)),
    transact: (work, keep) => turns.exclusive(() => attempt(current, work, keep)),
    snapshot: () => turns.shared(() => snapshotOf(tables)),
    restore: (snapshot) =>
      turns.exclusive(() => {
        tables = tablesOf(snapshot)
      }),
    close: () => undefined,
  }
}

/** Runs a change and hears how to take it back. */
type Write = (change: () => Undo) => void

function attempt<T>(
  tables: () => Tables,
  work: (tx: Transaction) => MaybePromise<T>,
  keep: (result: T) => boolean,
): MaybePromise<T> {
  const log: Undo[] = []
  let isOpen = true
  const write: Write = (change) => {
    if (!isOpen) throw new Error('The transaction has ended: something it began was not awaited.')
    log.push(change())
  }
  const end = (kept: boolean): void => {
    isOpen = false
    if (!kept) for (const undo of log.toReversed()) undo()
  }
  const settle = (result: T): T => {
    const kept = keep(result)
    end(kept)
    return result
  }
  const fail = (error: unknown): never => {
    end(false)
    throw error
  }
  const tx: Transaction = {
    collection: (resource, scope = []) => collectionOf(tables, resource, scope.map(String), write),
  }
  try {
    const result = work(tx)
    return result instanceof Promise ? result.then(settle).catch(fail) : settle(result)
  } catch (error) {
    return fail(error)
  }
}

function refuseToWrite(): never {
  throw new Error('A read cannot change the store.')
}

function collectionOf(
  tables: () => Tables,
  resource: string,
  scope: readonly string[],
  write: Write,
): Collection {
  const existing = (): Table | undefined => findTable(tables(), resource, scope)
  // A table comes to be by its first write: reading what is not there must leave nothing behind.
  const table = (): Table => existing() ?? addTable(tables(), resource, scope)
  return {
    get: (id) => existing()?.records.get(String(id)),
    list: (query = {}) => existing()?.records.list(query) ?? { items: [], total: 0 },
    put: (id, record) => write(() => put(table(), String(id), record)),
    remove: (id) => {
      let undo: Undo | undefined
      write(() => {
        const found = existing()
        undo = found && removeFrom(found, String(id))
        return undo ?? nothing
      })
      return undo !== undefined
    },
    nextId: () => {
      let id = 0
      write(() => {
        const [next, undo] = takeId(table())
        id = next
        return undo
      })
      return id
    },
  }
}

const nothing: Undo = () => {}
