import type { JsonObject } from '../../spec/json.ts'
import type { CollectionSnapshot, Fallback } from './lazy.ts'
import { fallbackOf, isLazy, withFallback } from './lazy.ts'
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
  pending: CollectionSnapshot | undefined
  /** As the fallback gives it: no part of a snapshot before it is changed. */
  isGiven: boolean
}

/** All that a store holds. */
export interface Tables {
  /** By {@link keyOf}. */
  readonly byKey: Map<string, Table>
  /** Collections nobody has looked at yet: each becomes a table when somebody does. A world may have thousands. */
  readonly waiting?: Waiting
  readonly fallback: Fallback
}

type Waiting = ReadonlyMap<string, CollectionSnapshot>

/** Tables kept at most before those that can be had again are dropped. */
const most = 5000

/** A store without records. */
export function noTables(): Tables {
  return { byKey: new Map(), fallback: () => undefined }
}

/** The records of a resource in a scope; undefined when there are none. */
export function findTable(tables: Tables, resource: string, scope: readonly string[]): Table | undefined {
  const key = keyOf(resource, scope)
  const known = tables.byKey.get(key)
  if (known) return known
  const next = tables.waiting?.get(key)
  if (next) return addTable(tables, resource, scope, next)
  const given = tables.fallback(resource, scope)
  if (!given) return undefined
  if (tables.byKey.size >= most) dropGiven(tables)
  const table = addTable(tables, resource, scope, given)
  table.isGiven = true
  return table
}

function dropGiven({ byKey }: Tables): void {
  for (const [key, { isGiven }] of byKey) if (isGiven) byKey.delete(key)
}

/** Adds a record, or replaces the one with that id; the table gives out no integer id up to its own any more. */
export function put(table: Table, id: string, record: JsonObject): Undo {
  const before = table.nextId
  const undo = changing(table, table.records.put(id, record))
  table.nextId = Math.max(before, followerOf(id))
  return () => {
    table.nextId = before
    undo()
  }
}

/** Undefined when there is no such record. */
export function removeFrom(table: Table, id: string): Undo | undefined {
  const undo = table.records.remove(id)
  return undo && changing(table, undo)
}

/** Undefined when it has no records. */
export function clearTable(table: Table): Undo | undefined {
  const { pending } = table
  if (!pending) {
    const undos = table.records.entries().flatMap(([id]) => table.records.remove(id) ?? [])
    return undos.length === 0
      ? undefined
      : changing(table, () => undos.toReversed().forEach((undo) => undo()))
  }
  table.pending = undefined
  // Nobody knows of an id yet. One is passed over, so that a snapshot tells the table from one that never was.
  table.nextId = 2
  return changing(table, () => {
    table.pending = pending
  })
}

/** The next id of the table, and how to take it back. */
export function takeId(table: Table): readonly [id: number, undo: Undo] {
  const before = table.nextId
  let id = before
  while (table.records.get(String(id)) !== undefined) id += 1
  table.nextId = id + 1
  const restore = (): void => {
    table.nextId = before
  }
  return [id, changing(table, restore)]
}

function changing(table: Table, undo: Undo): Undo {
  const { isGiven } = table
  table.isGiven = false
  return () => {
    undo()
    table.isGiven = isGiven
  }
}

/** The id after an integer id, so that it is not given out again; 0 for others and for those beyond int32. */
export function followerOf(id: string): number {
  return /^[1-9]\d{0,9}$/.test(id) && Number(id) < 0x7fffffff ? Number(id) + 1 : 0
}

/** No resource's name starts with `[`. */
export function keyOf(resource: string, scope: readonly string[]): string {
  return scope.length === 0 ? resource : JSON.stringify([resource, ...scope])
}

/** A table for a resource in a scope, in the place of what is there: empty, or with what `source` holds. */
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
    for (const held of pending?.records ?? []) records.hold(held)
    nextId = pending?.nextId ?? 1
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
    isGiven: false,
  }
  tables.byKey.set(keyOf(resource, scope), table)
  return table
}

/** All records as plain data. Nothing is made for that which nobody has looked at. */
export function snapshotOf(tables: Tables): StoreSnapshot {
  const { byKey, waiting, fallback } = tables
  const untouched = [...(waiting ?? [])].filter(([key]) => !byKey.has(key))
  const used = [...byKey].flatMap(([key, table]): [string, CollectionSnapshot][] => {
    if (table.isGiven) return []
    if (table.pending) return [[key, table.pending]]
    return table.records.size > 0 || table.nextId > 1 ? [[key, entriesOf(table)]] : []
  })
  const collections = [...untouched, ...used]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, collection]) => collection)
  return withFallback({ collections }, fallback)
}

function entriesOf({ resource, scope, nextId, records }: Table): CollectionSnapshot {
  return { resource, scope, nextId, records: records.entries() }
}

/** What a snapshot holds. A TypeError when it is none. */
export function tablesOf(snapshot: StoreSnapshot): Tables {
  const { waiting, others } = sorted(snapshot)
  const tables: Tables = { byKey: new Map(), waiting, fallback: fallbackOf(snapshot) }
  for (const { resource, scope, nextId, records } of others) {
    const key = keyOf(resource, scope)
    fill(tables.byKey.get(key) ?? addTable(tables, resource, scope, waiting.get(key)), records, nextId)
  }
  return tables
}

interface Sorted {
  readonly waiting: Waiting
  readonly others: readonly CollectionSnapshot[]
}

const known = new WeakMap<StoreSnapshot, Sorted>()

/** Which collections can wait. Worlds made here do not change, so it is worked out once for those that hold nothing else. */
function sorted(snapshot: StoreSnapshot): Sorted {
  const before = known.get(snapshot)
  if (before && before.waiting.size === snapshot.collections.length) return before
  checkSnapshot(snapshot)
  const waiting = new Map<string, CollectionSnapshot>()
  const others: CollectionSnapshot[] = []
  for (const collection of snapshot.collections) {
    const key = keyOf(collection.resource, collection.scope)
    if (isLazy(collection) && !waiting.has(key)) waiting.set(key, collection)
    else others.push(collection)
  }
  const result = { waiting, others }
  if (others.length === 0) known.set(snapshot, result)
  return result
}

function fill(table: Table, records: CollectionSnapshot['records'], nextId: number): void {
  for (const [id, record] of records) put(table, id, record)
  table.nextId = Math.max(table.nextId, nextId)
}
