import { getOrInsertComputed } from '../../spec/util/memo.ts'
import { findTable, type Tables } from './tables.ts'

/**
 * The scope of a record that is below others; undefined if there is none. Where records are is read once per resource, and noted with each
 * one that is put afterwards.
 */
export function scopeOf(tables: Tables, resource: string, id: string): readonly string[] | undefined {
  const scope = getOrInsertComputed(tables.places, resource, () => placesIn(tables, resource)).get(id)
  return scope && findTable(tables, resource, scope)?.records.get(id) && scope
}

function placesIn({ byKey, waiting = new Map() }: Tables, resource: string): Map<string, readonly string[]> {
  const places = new Map<string, readonly string[]>()
  const note = (scope: readonly string[], ids: readonly string[]): void => {
    for (const id of ids) places.set(id, scope)
  }
  const isOther = (table: { readonly resource: string }): boolean => table.resource !== resource
  for (const collection of waiting.values())
    if (!isOther(collection))
      note(
        collection.scope,
        collection.records.map(([id]) => id),
      )
  for (const table of byKey.values()) if (!isOther(table)) note(table.scope, table.records.ids())
  return places
}
