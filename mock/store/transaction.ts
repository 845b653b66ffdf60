import { after, onDemand, type MaybePromise } from '../maybe-promise.ts'
import { createChanges, type Change, type Changes } from './changes.ts'
import type { Undo } from './records.ts'
import type { Collection, Transaction } from './store.ts'
import type { Table, Tables } from './tables.ts'
import { addTable, clearTable, findTable, put, removeFrom, takeId } from './tables.ts'

/** The outcome of a transaction. */
export interface Attempt<T> {
  readonly result: T
  /** In order. Empty if the transaction was rolled back, or if changes are not recorded. */
  readonly changes: readonly Change[]
  /** Rolls all changes back. */
  readonly undo: Undo
}

export interface TransactionOptions<T> {
  /** Whether to commit, given the result of the work. */
  readonly keep: (result: T) => boolean
  readonly isRecorded: boolean
}

/** Runs a transaction on the tables. All changes are rolled back if it is not kept, or if the work throws. */
export function attempt<T>(
  tables: Tables,
  work: (tx: Transaction) => MaybePromise<T>,
  { keep, isRecorded }: TransactionOptions<T>,
): MaybePromise<Attempt<T>> {
  const undoLog: Undo[] = []
  const changes = isRecorded ? createChanges() : undefined
  let isOpen = true
  const undo = (): void => {
    for (const undoChange of undoLog.toReversed()) undoChange()
  }
  const write: Write = (table, change, entry) => {
    if (!isOpen) throw new Error('The transaction has ended: something it began was not awaited.')
    return perform(undoLog, changes, table(), change, entry)
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
  try {
    const result = work(transactionOn(() => tables, write))
    return result instanceof Promise ? result.then(settle).catch(fail) : settle(result)
  } catch (error) {
    return fail(error)
  }
}

/** Changes a table if it exists. Returns whether anything has changed. */
type Write = (
  table: () => Table | undefined,
  change: (table: Table) => Undo | undefined,
  entry?: Parameters<Changes['note']>[1],
) => boolean

function perform(
  undoLog: Undo[],
  changes: Changes | undefined,
  table: Table | undefined,
  change: (table: Table) => Undo | undefined,
  entry: Parameters<Changes['note']>[1],
): boolean {
  if (table) changes?.begin(table)
  const undo = table && change(table)
  if (!table || !undo) return false
  undoLog.push(undo)
  changes?.note(table, entry)
  return true
}

/** A read-only view of the current tables. */
export function readerOf(tables: () => Tables): Transaction {
  return transactionOn(tables, refuseToWrite)
}

/** What numbers the records of all scopes, and finds them by their ids alone, is loaded with the first one. */
const allScopes = onDemand(() => import('./all-scopes.ts'))

const transactionOn = (tables: () => Tables, write: Write): Transaction => ({
  scopeOf: (resource, id) => after(allScopes(), ({ scopeOf }) => scopeOf(tables(), resource, String(id))),
  collection: (resource, scope = []) => collectionOf(tables, resource, scope.map(String), write),
})

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
  // Only a write creates a table: reading must not change the store.
  const table = (): Table => existing() ?? addTable(tables(), resource, scope)
  return {
    get: (id) => existing()?.records.get(String(id)),
    list: (query = {}) => existing()?.records.list(query) ?? { items: [], total: 0 },
    ids: () => existing()?.records.ids() ?? [],
    indexOf: (id, filter = {}) => existing()?.records.indexOf(String(id), filter),
    put: (id, record) => {
      const key = String(id)
      write(table, (into) => put(into, key, record), [key, record])
      tables().places.get(resource)?.set(key, scope)
    },
    remove: (id) => write(existing, (from) => removeFrom(from, String(id)), [String(id), null]),
    clear: () => write(existing, clearTable, 'all'),
    nextId: (isOfResource) => {
      const take = (counter: () => Table): number => {
        let id = 0
        write(counter, (from) => {
          const [next, undo] = takeId(table(), from)
          id = next
          return undo
        })
        return id
      }
      return isOfResource
        ? after(allScopes(), ({ counterOf }) => take(() => counterOf(tables(), resource)))
        : take(table)
    },
  }
}

const nothing: Undo = () => {}
