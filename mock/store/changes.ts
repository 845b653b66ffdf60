import type { JsonObject } from '../../spec/json.ts'
import { addTable, findTable, keyOf, put, removeFrom, type Table, type Tables } from './tables.ts'

/** What a transaction did to one collection. */
export interface Change {
  readonly resource: string
  readonly scope: readonly string[]
  /** As it is afterwards. */
  readonly nextId: number
  /** In order; a record that is null was removed. */
  readonly records: readonly (readonly [id: string, record: JsonObject | null])[]
  /** These are all its records. */
  readonly isWhole?: true
}

/** What is being done to tables. */
export interface Changes {
  /** Before a table is changed. */
  begin(table: Table): void
  /** After it was: in one record, in all of them, or in its next id alone. */
  note(table: Table, entry?: Entry | 'all'): void
  list(): readonly Change[]
}

type Entry = readonly [id: string, record: JsonObject | null]

export function createChanges(): Changes {
  const noted = new Map<Table, [id: string, record: JsonObject | null][]>()
  const whole = new Set<Table>()
  return {
    begin: (table) => {
      // Nobody else need have what a fallback gave: from its first change on, all of it is told.
      if (table.isGiven) whole.add(table)
    },
    note: (table, entry) => {
      const entries = noted.get(table) ?? []
      if (entry === 'all') whole.add(table)
      else if (entry) entries.push([...entry])
      noted.set(table, entries)
    },
    list: () =>
      [...noted].map(([table, entries]): Change => {
        const { resource, scope, nextId, records } = table
        if (whole.has(table)) return { resource, scope, nextId, records: records.entries(), isWhole: true }
        return { resource, scope, nextId, records: entries }
      }),
  }
}

/** Does to tables what was done to others. */
export function applyChanges(tables: Tables, changes: readonly Change[]): void {
  for (const { resource, scope, nextId, records, isWhole } of changes) {
    if (isWhole) tables.byKey.delete(keyOf(resource, scope))
    const table =
      (isWhole ? undefined : findTable(tables, resource, scope)) ?? addTable(tables, resource, scope)
    for (const [id, record] of records) {
      if (record === null) removeFrom(table, id)
      else put(table, id, record)
    }
    table.nextId = nextId
  }
}
