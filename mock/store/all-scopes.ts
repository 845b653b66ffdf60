import { getOrInsertComputed } from '../../spec/util/memo.ts'
import { addTable, findTable, type Table, type Tables } from './tables.ts'

/** The table that counts the ids of a resource in all scopes: it has no scope, and no records. */
export function counterOf(tables: Tables, resource: string): Table {
  const known = findTable(tables, resource, [])
  if (known) return known
  const nextIds = [...tables.byKey.values()].map((table) => (table.resource === resource ? table.nextId : 1))
  const counter = addTable(tables, resource, [])
  counter.nextId = Math.max(1, ...nextIds)
  return counter
}

/**
 * The scope of a record that is below others; undefined if there is none. Where records are is read once per resource, and noted with each
 * one that is put afterwards.
 */
export function scopeOf(tables: Tables, resource: string, id: string): readonly string[] | undefined {
  const scope = getOrInsertComputed(tables.places, resource, () => placesIn(tables, resource)).get(id)
  return scope && findTable(tables, resource, scope)?.records.get(id) && scope
}

/** Collections that were waiting may be tables by now: these come last. Those of other resources stay lazy. */
function placesIn({ byKey, waiting }: Tables, resource: string): Map<string, readonly string[]> {
  const places = new Map<string, readonly string[]>()
  for (const collection of waiting?.values() ?? [])
    if (collection.resource === resource)
      for (const [id] of collection.records) places.set(id, collection.scope)
  for (const table of byKey.values())
    if (table.resource === resource) for (const id of table.records.ids()) places.set(id, table.scope)
  return places
}
