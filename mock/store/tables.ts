import type { JsonObject } from '../../spec/json.ts'
import type { CollectionSnapshot, Fallback } from './lazy.ts'
import { fallbackOf, isLazy, withFallback } from './lazy.ts'
import type { Records, Undo } from './records.ts'
import { createRecords } from './records.ts'
import { checkSnapshot } from './snapshot.ts'
import type { StoreSnapshot } from './store.ts'

/** The records of one resource in one scope. */
export interface Table {
  readonly resource: string
  readonly scope: readonly string[]
  readonly records: Records
  nextId: number
  /** The source of the records until they are first accessed. */
  pending: CollectionSnapshot | undefined
  /** Whether it is unchanged since the fallback created it, and so not part of a snapshot. */
  isFromFallback: boolean
}

/** The contents of a store. */
export interface Tables {
  /** By {@link keyOf}. */
  readonly byKey: Map<string, Table>
  /** Collections that become tables when they are first accessed. A world may have thousands. */
  readonly waiting?: Waiting
  readonly fallback: Fallback
  /** The scopes of records by their ids, for the resources of which that has been asked for. */
  readonly places: Map<string, Map<string, readonly string[]>>
}

type Waiting = ReadonlyMap<string, CollectionSnapshot>

/** Maximum number of tables. Beyond it, those that the fallback can create again are dropped. */
const maxTables = 5000

/** A store without records. */
export function noTables(): Tables {
  return { byKey: new Map(), fallback: () => undefined, places: new Map() }
}

/** The table of a resource in a scope; undefined if there is none. */
export function findTable(tables: Tables, resource: string, scope: readonly string[]): Table | undefined {
  const key = keyOf(resource, scope)
  const known = tables.byKey.get(key)
  if (known) return known
  const waiting = tables.waiting?.get(key)
  if (waiting) return addTable(tables, resource, scope, waiting)
  const collection = tables.fallback(resource, scope)
  if (!collection) return undefined
  if (tables.byKey.size >= maxTables) dropFallbackTables(tables)
  const table = addTable(tables, resource, scope, collection)
  table.isFromFallback = true
  return table
}

function dropFallbackTables({ byKey }: Tables): void {
  for (const [key, { isFromFallback }] of byKey) if (isFromFallback) byKey.delete(key)
}

/** Adds a record, or replaces the one with that id. The table never assigns integer ids up to this one afterwards. */
export function put(table: Table, id: string, record: JsonObject): Undo {
  const before = table.nextId
  const undo = changing(table, table.records.put(id, record))
  table.nextId = Math.max(before, followerOf(id))
  return () => {
    table.nextId = before
    undo()
  }
}

/** Removes a record. Returns undefined if there is no such record. */
export function removeFrom(table: Table, id: string): Undo | undefined {
  const undo = table.records.remove(id)
  return undo && changing(table, undo)
}

/** Removes all records. Returns undefined if there are none. */
export function clearTable(table: Table): Undo | undefined {
  const { pending } = table
  if (!pending) {
    const undos = table.records.entries().flatMap(([id]) => table.records.remove(id) ?? [])
    return undos.length === 0
      ? undefined
      : changing(table, () => undos.toReversed().forEach((undo) => undo()))
  }
  table.pending = undefined
  // No id is known yet. Skipping one makes a snapshot contain the empty table, which would otherwise be filled again.
  table.nextId = 2
  return changing(table, () => {
    table.pending = pending
  })
}

/** Takes the next id of the table, which `counter` counts: the table itself, or the one that counts for all of its resource. */
export function takeId(table: Table, counter: Table): readonly [id: number, undo: Undo] {
  const before = counter.nextId
  let id = Math.max(before, table.nextId)
  while (id >= maxFollowed && table.records.get(String(id)) !== undefined) id += 1
  counter.nextId = id + 1
  return [id, changing(counter, () => (counter.nextId = before))]
}

/** Marks the table as changed, and extends the undo of the change to that. */
function changing(table: Table, undo: Undo): Undo {
  if (!table.isFromFallback) return undo
  table.isFromFallback = false
  return () => {
    undo()
    table.isFromFallback = true
  }
}

/** The greatest int32. Every id of a table that is less is below its `nextId`. */
const maxFollowed = 0x7fffffff

/** The integer after an id; 0 for ids that are no positive int32. */
export function followerOf(id: string): number {
  return /^[1-9]\d{0,9}$/.test(id) && Number(id) < maxFollowed ? Number(id) + 1 : 0
}

/** The key of a table. Unambiguous, since no resource name starts with `[`. */
export function keyOf(resource: string, scope: readonly string[]): string {
  return scope.length === 0 ? resource : JSON.stringify([resource, ...scope])
}

/** Adds a table, replacing any previous one: with the records of `source`, otherwise empty. */
export function addTable(
  tables: Tables,
  resource: string,
  scope: readonly string[],
  source?: CollectionSnapshot,
): Table {
  let pending = source
  const records = createRecords()
  let nextId = 1
  const load = (): void => {
    nextId = pending?.nextId ?? 1
    for (const held of pending?.records ?? []) {
      records.hold(held)
      nextId = Math.max(nextId, followerOf(held[0]))
    }
    pending = undefined
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
    set pending(next) {
      pending = next
    },
    isFromFallback: false,
  }
  tables.byKey.set(keyOf(resource, scope), table)
  return table
}

/** All records as plain data. Lazy collections stay lazy. */
export function snapshotOf(tables: Tables): StoreSnapshot {
  const { byKey, waiting, fallback } = tables
  const untouched = [...(waiting ?? [])].filter(([key]) => !byKey.has(key))
  const accessed = [...byKey].flatMap(([key, table]): [string, CollectionSnapshot][] => {
    if (table.isFromFallback) return []
    if (table.pending) return [[key, table.pending]]
    return table.records.size > 0 || table.nextId > 1 ? [[key, entriesOf(table)]] : []
  })
  const collections = [...untouched, ...accessed]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, collection]) => collection)
  return withFallback({ collections }, fallback)
}

function entriesOf({ resource, scope, nextId, records }: Table): CollectionSnapshot {
  return { resource, scope, nextId, records: records.entries() }
}

/** Creates tables from a snapshot. Throws a TypeError if the value is not one. */
export function tablesOf(snapshot: StoreSnapshot): Tables {
  const { waiting, others } = partition(snapshot)
  const tables: Tables = { ...noTables(), waiting, fallback: fallbackOf(snapshot) }
  for (const { resource, scope, nextId, records } of others) {
    const key = keyOf(resource, scope)
    fill(tables.byKey.get(key) ?? addTable(tables, resource, scope, waiting.get(key)), records, nextId)
  }
  return tables
}

interface PartitionedCollections {
  readonly waiting: Waiting
  readonly others: readonly CollectionSnapshot[]
}

const partitions = new WeakMap<StoreSnapshot, PartitionedCollections>()

/** Separates lazy collections from others. Computed once for snapshots with lazy ones only, which never change. */
function partition(snapshot: StoreSnapshot): PartitionedCollections {
  const known = partitions.get(snapshot)
  if (known && known.waiting.size === snapshot.collections.length) return known
  checkSnapshot(snapshot)
  const waiting = new Map<string, CollectionSnapshot>()
  const others: CollectionSnapshot[] = []
  for (const collection of snapshot.collections) {
    const key = keyOf(collection.resource, collection.scope)
    if (isLazy(collection) && !waiting.has(key)) waiting.set(key, collection)
    else others.push(collection)
  }
  const result = { waiting, others }
  if (others.length === 0) partitions.set(snapshot, result)
  return result
}

function fill(table: Table, records: CollectionSnapshot['records'], nextId: number): void {
  for (const [id, record] of records) put(table, id, record)
  table.nextId = Math.max(table.nextId, nextId)
}
