import type { JsonObject } from '../../spec/json.ts'
import type { CollectionSnapshot } from './lazy.ts'
import { isLazy } from './lazy.ts'
import type { Records, Undo } from './records.ts'
import { createRecords } from './records.ts'
import { checkSnapshot } from './snapshot.ts'
import type { StoreSnapshot } from './store.ts'

/** Records of one resource in one scope. */
export interface Table {
  readonly resource: string
  readonly scope: readonly string[]
  readonly records: Records
  nextId: number
  /** What the records will be made of when they are first looked at; undefined once they are. */
  readonly pending: CollectionSnapshot | undefined
}

/** By {@link keyOf}. */
export type Tables = Map<string, Table>

export function unusedId({ records, nextId }: Table): number {
  let id = nextId
  while (records.get(String(id)) !== undefined) id += 1
  return id
}

export function put(table: Table, id: string, record: JsonObject): Undo {
  const before = table.nextId
  const undo = table.records.put(id, record)
  table.nextId = Math.max(before, followerOf(id))
  return () => {
    table.nextId = before
    undo()
  }
}

/** The id after an integer id, so that it is not given out again; 0 for others and for those beyond int32. */
function followerOf(id: string): number {
  return /^[1-9]\d{0,9}$/.test(id) && Number(id) < 0x7fffffff ? Number(id) + 1 : 0
}

/** No resource's name starts with `[`. */
export function keyOf(resource: string, scope: readonly string[]): string {
  return scope.length === 0 ? resource : JSON.stringify([resource, ...scope])
}

export function addTable(
  tables: Tables,
  resource: string,
  scope: readonly string[],
  source?: CollectionSnapshot,
): Table {
  let pending = source
  const records = createRecords()
  let nextId = source?.nextId ?? 1
  const load = (): void => {
    const given = pending?.records ?? []
    pending = undefined
    for (const [id, record] of given) {
      records.put(id, record)
      nextId = Math.max(nextId, followerOf(id))
    }
  }
  const table: Table = {
    resource,
    scope,
    get records() {
      if (pending) load()
      return records
    },
    get nextId() {
      if (pending) load()
      return nextId
    },
    set nextId(id) {
      nextId = id
    },
    get pending() {
      return pending
    },
  }
  tables.set(keyOf(resource, scope), table)
  return table
}

export function snapshotOf(tables: Tables): StoreSnapshot {
  const used = [...tables].filter(
    ([, table]) => table.pending ?? (table.records.size > 0 || table.nextId > 1),
  )
  const collections = used
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, table]) => table.pending ?? entriesOf(table))
  return { collections }
}

function entriesOf({ resource, scope, nextId, records }: Table): CollectionSnapshot {
  return { resource, scope, nextId, records: records.entries() }
}

export function tablesOf(snapshot: StoreSnapshot): Tables {
  checkSnapshot(snapshot)
  const tables: Tables = new Map()
  for (const collection of snapshot.collections) {
    const { resource, scope, nextId } = collection
    const known = tables.get(keyOf(resource, scope))
    if (known === undefined && isLazy(collection)) addTable(tables, resource, scope, collection)
    else fill(known ?? addTable(tables, resource, scope), collection.records, nextId)
  }
  return tables
}

function fill(table: Table, records: CollectionSnapshot['records'], nextId: number): void {
  for (const [id, record] of records) put(table, id, record)
  table.nextId = Math.max(table.nextId, nextId)
}
