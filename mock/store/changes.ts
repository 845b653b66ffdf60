import type { JsonObject } from '../../spec/json.ts'
import { addTable, findTable, keyOf, put, removeFrom, type Table, type Tables } from './tables.ts'

/** What a transaction did to one collection. */
export interface Change {
  readonly resource: string
  readonly scope: readonly string[]
  /** The next id after the transaction. */
  readonly nextId: number
  /** In order. A record that is null was removed. */
  readonly records: readonly (readonly [id: string, record: JsonObject | null])[]
  /** Whether `records` are all records of the collection. */
  readonly isWhole?: true
}

/** Records the changes of a transaction. */
export interface Changes {
  /** Has to be called before a table is changed. */
  begin(table: Table): void
  /** Has to be called after a table was changed: one record, all of them, or only the next id. */
  note(table: Table, entry?: Entry | 'all'): void
  list(): readonly Change[]
}

type Entry = readonly [id: string, record: JsonObject | null]

export function createChanges(): Changes {
  const entriesByTable = new Map<Table, [id: string, record: JsonObject | null][]>()
  const wholeTables = new Set<Table>()
  return {
    begin: (table) => {
      // Other users of the store may not have the records of the fallback, so that all of them are part of the change.
      if (table.isFromFallback) wholeTables.add(table)
    },
    note: (table, entry) => {
      const entries = entriesByTable.get(table) ?? []
      if (entry === 'all') wholeTables.add(table)
      else if (entry) entries.push([...entry])
      entriesByTable.set(table, entries)
    },
    list: () =>
      [...entriesByTable].map(([table, entries]): Change => {
        const { resource, scope, nextId, records } = table
        if (wholeTables.has(table))
          return { resource, scope, nextId, records: records.entries(), isWhole: true }
        return { resource, scope, nextId, records: entries }
      }),
  }
}

/** Applies changes that were recorded elsewhere. */
export function applyChanges(tables: Tables, changes: readonly Change[]): void {
  for (const { resource, scope, nextId, records, isWhole } of changes) {
    if (isWhole) tables.byKey.delete(keyOf(resource, scope))
    const table =
      (isWhole ? undefined : findTable(tables, resource, scope)) ?? addTable(tables, resource, scope)
    for (const [id, record] of records) {
      if (record === null) removeFrom(table, id)
      else {
        put(table, id, record)
        tables.places.get(resource)?.set(id, scope)
      }
    }
    table.nextId = nextId
  }
}
