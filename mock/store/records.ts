import type { JsonObject } from '../../spec/json.ts'
import { createFinder, type Entry } from './finder.ts'
import type { Held } from './lazy.ts'
import type { ListFilter, ListQuery, Page } from './store.ts'

/** Undoes one change. Changes have to be undone in reverse order. */
export type Undo = () => void

/**
 * Records by id, in insertion order. Queries use indexes, which are built on first use and kept up to date afterwards: the cost of
 * a list depends on the number of records it returns, not on the total.
 */
export interface Records {
  readonly size: number
  get(id: string): JsonObject | undefined
  /** In order. Does not create lazy records. */
  entries(): Held[]
  /** In order. */
  ids(): string[]
  list(query: ListQuery): Page
  /** The index of a record in the list that a query selects; undefined if the list does not contain it. */
  indexOf(id: string, query: ListFilter): number | undefined
  /** Appends a record, or replaces the one with that id in place. */
  put(id: string, record: JsonObject): Undo
  /** Like {@link put} for a record that may be lazy. Cannot be undone. */
  hold(held: Held): void
  /** Returns undefined if there is no such record. */
  remove(id: string): Undo | undefined
}

/** An entry with a lazy record, until it is replaced. */
class HeldEntry implements Entry {
  readonly id: string
  readonly place: number
  held: Held | undefined
  private own: JsonObject | undefined = undefined

  constructor(held: Held, place: number) {
    this.id = held[0]
    this.place = place
    this.held = held
  }

  get record(): JsonObject {
    return this.own ?? (this.held as Held)[1]
  }

  set record(record: JsonObject) {
    this.own = record
    this.held = undefined
  }
}

export function createRecords(): Records {
  const byId = new Map<string, Entry>()
  const finder = createFinder()
  let places = 0

  const insert = (entry: Entry): void => {
    byId.set(entry.id, entry)
    finder.add(entry)
  }
  const remove = (entry: Entry): void => {
    byId.delete(entry.id)
    finder.remove(entry)
  }

  const put = (id: string, record: JsonObject): Undo => {
    const known = byId.get(id)
    if (known) {
      const before = known.record
      finder.replace(known, record)
      return () => finder.replace(known, before)
    }
    const entry: Entry = { id, place: places++, record }
    insert(entry)
    return () => remove(entry)
  }

  return {
    get size() {
      return byId.size
    },
    get: (id) => byId.get(id)?.record,
    entries: () =>
      finder
        .find({})
        .slice(0, Infinity)
        .map((entry) => entry.held ?? [entry.id, entry.record]),
    ids: () =>
      finder
        .find({})
        .slice(0, Infinity)
        .map(({ id }) => id),
    list: ({ offset = 0, limit = Infinity, ...filter }) => {
      const found = finder.find(filter)
      const items = found.slice(offset, offset + limit).map(({ record }) => record)
      return { items, total: found.size }
    },
    indexOf: (id, filter) => {
      const entry = byId.get(id)
      return entry && finder.find(filter).indexOf(entry)
    },
    put,
    hold: (held) => {
      if (byId.has(held[0])) put(...held)
      else insert(new HeldEntry(held, places++))
    },
    remove: (id) => {
      const known = byId.get(id)
      if (!known) return undefined
      remove(known)
      return () => insert(known)
    },
  }
}
