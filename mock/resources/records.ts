import { stringifyJson } from '../../spec/json.ts'
import type { Json, JsonObject } from '../../spec/json.ts'
import type { ListQuery, Page } from './store.ts'

/** Takes back one change; changes are taken back in reverse order. */
export type Undo = () => void

/**
 * Records by id, in order of insertion. Equality conditions are answered from indexes, each built when its property is
 * first asked for and kept up to date from then on: a list costs the records it returns, not those there are.
 */
export interface Records {
  readonly size: number
  get(id: string): JsonObject | undefined
  entries(): readonly (readonly [id: string, record: JsonObject])[]
  list(query: ListQuery): Page
  /** Adds at the end, or replaces where it stands. */
  put(id: string, record: JsonObject): Undo
  /** Undefined when there is none. */
  remove(id: string): Undo | undefined
}

interface Entry {
  readonly id: string
  /** Ascending in order of insertion. */
  readonly place: number
  record: JsonObject
}

/** Entries by {@link keyOf} of one property, each list in order of insertion. */
type Index = Map<string, Entry[]>

type Condition = NonNullable<ListQuery['where']>[number]

export function createRecords(): Records {
  const byId = new Map<string, Entry>()
  const ordered: Entry[] = []
  const indexes = new Map<string, Index>()
  let places = 0

  const insert = (entry: Entry): void => {
    byId.set(entry.id, entry)
    insertByPlace(ordered, entry)
    for (const [property, index] of indexes) link(index, property, entry)
  }
  const remove = (entry: Entry): void => {
    byId.delete(entry.id)
    removeByPlace(ordered, entry)
    for (const [property, index] of indexes) unlink(index, property, entry)
  }
  const replace = (entry: Entry, record: JsonObject): void => {
    const changed = [...indexes].filter(([property]) => !sameKeys(entry.record, record, property))
    for (const [property, index] of changed) unlink(index, property, entry)
    entry.record = record
    for (const [property, index] of changed) link(index, property, entry)
  }
  const indexOf = (property: string): Index => {
    const known = indexes.get(property)
    if (known) return known
    const index: Index = new Map()
    for (const entry of ordered) link(index, property, entry)
    indexes.set(property, index)
    return index
  }
  const select = (where: readonly Condition[]): readonly Entry[] => {
    const conditions = where.map(({ property, values }) => {
      const keys = new Set(values.map(keyOf))
      const lists = [...keys].flatMap((key) => [indexOf(property).get(key) ?? []])
      return { property, keys, lists, size: lists.reduce((sum, list) => sum + list.length, 0) }
    })
    const [rarest, ...others] = conditions.sort((a, b) => a.size - b.size)
    if (!rarest) return ordered
    const found = inOrder(rarest.lists)
    if (others.length === 0) return found
    return found.filter(({ record }) =>
      others.every(({ property, keys }) => keysOf(record, property).some((key) => keys.has(key))),
    )
  }

  return {
    get size() {
      return ordered.length
    },
    get: (id) => byId.get(id)?.record,
    entries: () => ordered.map(({ id, record }) => [id, record]),
    list: ({ where = [], offset = 0, limit = Infinity }) => {
      const found = select(where)
      return { items: found.slice(offset, offset + limit).map(({ record }) => record), total: found.length }
    },
    put: (id, record) => {
      const known = byId.get(id)
      if (known) {
        const before = known.record
        replace(known, record)
        return () => replace(known, before)
      }
      const entry: Entry = { id, place: places++, record }
      insert(entry)
      return () => remove(entry)
    },
    remove: (id) => {
      const known = byId.get(id)
      if (!known) return undefined
      remove(known)
      return () => insert(known)
    },
  }
}

/** Equal JSON values have equal keys; an integer is the same as number and as bigint. */
function keyOf(value: Json): string {
  if (typeof value === 'string') return `"${value}`
  return typeof value === 'object' && value !== null ? stringifyJson(sorted(value)) : String(value)
}

function sorted(value: Json): Json {
  if (Array.isArray(value)) return (value as readonly Json[]).map(sorted)
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(members.map(([name, member]) => [name, sorted(member)]))
}

/** The keys a record is found by: the value's, or each item's when it is an array. */
function keysOf(record: JsonObject, property: string): readonly string[] {
  if (!Object.hasOwn(record, property)) return []
  const value = record[property] as Json
  return Array.isArray(value) ? [...new Set((value as readonly Json[]).map(keyOf))] : [keyOf(value)]
}

function sameKeys(a: JsonObject, b: JsonObject, property: string): boolean {
  if (a[property] === b[property]) return true
  const [before, later] = [keysOf(a, property), keysOf(b, property)]
  return before.length === later.length && before.every((key, index) => key === later[index])
}

function link(index: Index, property: string, entry: Entry): void {
  for (const key of keysOf(entry.record, property)) {
    const list = index.get(key)
    if (list) insertByPlace(list, entry)
    else index.set(key, [entry])
  }
}

function unlink(index: Index, property: string, entry: Entry): void {
  for (const key of keysOf(entry.record, property)) {
    const list = index.get(key) ?? []
    removeByPlace(list, entry)
    if (list.length === 0) index.delete(key)
  }
}

function inOrder(lists: readonly Entry[][]): readonly Entry[] {
  if (lists.length === 1) return lists[0] as Entry[]
  return [...new Set(lists.flat())].sort((a, b) => a.place - b.place)
}

function insertByPlace(list: Entry[], entry: Entry): void {
  list.splice(placeIn(list, entry), 0, entry)
}

function removeByPlace(list: Entry[], entry: Entry): void {
  const at = placeIn(list, entry)
  if (list[at] === entry) list.splice(at, 1)
}

/** Where the entry stands, or would: the first index not before it. */
function placeIn(list: readonly Entry[], { place }: Entry): number {
  const last = list.at(-1)
  if (!last || last.place < place) return list.length
  let low = 0
  let high = list.length - 1
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((list[middle] as Entry).place < place) low = middle + 1
    else high = middle
  }
  return low
}
