import type { MaybePromise } from '../maybe-promise.ts'
import { createChanges, type Change, type Changes } from './changes.ts'
import type { Undo } from './records.ts'
import type { Collection, Transaction } from './store.ts'
import type { Table, Tables } from './tables.ts'
import { addTable, clearTable, findTable, put, removeFrom, takeId } from './tables.ts'

/** What a transaction came to. */
export interface Attempt<T> {
  readonly result: T
  /** In order; none when it was not kept, or when nobody asked for them. */
  readonly changes: readonly Change[]
  /** Takes it back: the last one made first. */
  readonly undo: Undo
}

/** What becomes of a transaction. */
export interface Terms<T> {
  readonly keep: (result: T) => boolean
  readonly isRecorded: boolean
}

/** Runs work that may change the tables. When it is not to be kept, or fails, the tables are left as they were. */
export function attempt<T>(
  tables: Tables,
  work: (tx: Transaction) => MaybePromise<T>,
  { keep, isRecorded }: Terms<T>,
): MaybePromise<Attempt<T>> {
  const log: Undo[] = []
  const changes = isRecorded ? createChanges() : undefined
  let isOpen = true
  const undo = (): void => {
    for (const takeBack of log.toReversed()) takeBack()
  }
  const write: Write = (table, change, entry) => {
    if (!isOpen) throw new Error('The transaction has ended: something it began was not awaited.')
    return perform(log, changes, table(), change, entry)
  }
  const settle = (result: T): Attempt<T> => {
    isOpen = false
    if (keep(result)) return { result, changes: changes?.list() ?? [], undo }
    undo()
    return { result, changes: [], undo: nothing }
  }
  const fail = (error: unknown): never => {
    isOpen = false
    undo()
    throw error
  }
  const tx: Transaction = {
    collection: (resource, scope = []) => collectionOf(() => tables, resource, scope.map(String), write),
  }
  try {
    const result = work(tx)
    return result instanceof Promise ? result.then(settle).catch(fail) : settle(result)
  } catch (error) {
    return fail(error)
  }
}

/** Changes a table, when there is one: whether that changed anything. */
type Write = (
  table: () => Table | undefined,
  change: (table: Table) => Undo | undefined,
  entry?: Parameters<Changes['note']>[1],
) => boolean

function perform(
  log: Undo[],
  changes: Changes | undefined,
  table: Table | undefined,
  change: (table: Table) => Undo | undefined,
  entry: Parameters<Changes['note']>[1],
): boolean {
  if (table) changes?.begin(table)
  const undo = table && change(table)
  if (!table || !undo) return false
  log.push(undo)
  changes?.note(table, entry)
  return true
}

/** Reads tables, whichever they are by then. */
export function readerOf(tables: () => Tables): Transaction {
  return {
    collection: (resource, scope = []) => collectionOf(tables, resource, scope.map(String), refuseToWrite),
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
    ids: () => existing()?.records.ids() ?? [],
    indexOf: (id, where) => existing()?.records.indexOf(String(id), where),
    put: (id, record) => void write(table, (into) => put(into, String(id), record), [String(id), record]),
    remove: (id) => write(existing, (from) => removeFrom(from, String(id)), [String(id), null]),
    clear: () => write(existing, clearTable, 'all'),
    nextId: () => {
      let id = 0
      write(table, (from) => {
        const [next, undo] = takeId(from)
        id = next
        return undo
      })
      return id
    },
  }
}

const nothing: Undo = () => {}
