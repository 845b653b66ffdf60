import type { Json, JsonObject } from '../../spec/json.ts'
import { memberAt, stringifyJson } from '../../spec/json.ts'
import { pointerTokens } from '../../spec/json/pointer.ts'
import type { Held } from './lazy.ts'
import { Sequence } from './sequence.ts'
import type { ListQuery } from './store.ts'

/** A record and its place among others. */
export interface Entry {
  readonly id: string
  /** Ascending in order of insertion. */
  readonly place: number
  record: JsonObject
  /** The record with its id, where it need not be made yet. */
  readonly held?: Held | undefined
}

/** The entries that meet conditions, in order of insertion. */
export interface Finder {
  find(where: Where): Sequence<Entry>
  add(entry: Entry): void
  remove(entry: Entry): void
  replace(entry: Entry, record: JsonObject): void
}

type Where = NonNullable<ListQuery['where']>

/** Entries by {@link keyOf} of one property. */
type Index = Map<string, Sequence<Entry>>

/** A condition that holds when the property has one of the keys. */
interface Wanted {
  readonly property: string
  readonly keys: ReadonlySet<string>
}

/** What was found by conditions together, kept up to date. */
interface View {
  readonly wanted: readonly Wanted[]
  readonly found: Sequence<Entry>
}

/** Views kept at most, the ones last asked for. */
const mostViews = 16

/** What is found among no more than so many entries need not be kept: looking through them is quick. */
const few = 256

export function createFinder(): Finder {
  const all = new Sequence<Entry>()
  const indexes = new Map<string, Index>()
  const views = new Map<string, View>()

  const indexOf = (property: string): Index => {
    const known = indexes.get(property)
    if (known) return known
    const index: Index = new Map()
    for (const entry of all) link(index, property, entry)
    indexes.set(property, index)
    return index
  }
  const listsOf = ({ property, keys }: Wanted): readonly Sequence<Entry>[] => {
    const index = indexOf(property)
    return [...keys].flatMap((key) => index.get(key) ?? [])
  }
  const search = (wanted: readonly Wanted[]): Sequence<Entry> => {
    const name = nameOf(wanted)
    const known = views.get(name)
    if (known) views.delete(name)
    const candidates = known ? [] : rarest(wanted.map(listsOf), all)
    const view = known ?? { wanted, found: matching(candidates, wanted) }
    if (known || candidates.length > few) views.set(name, view)
    if (views.size > mostViews) for (const [oldest] of [...views].slice(0, 1)) views.delete(oldest)
    return view.found
  }

  return {
    find: (where) => {
      if (where.length === 0) return all
      const wanted = where.map(({ property, values }) => ({ property, keys: new Set(values.map(keyOf)) }))
      const [first, ...others] = wanted
      if (!first || others.length > 0 || first.keys.size > 1) return search(wanted)
      return listsOf(first)[0] ?? new Sequence()
    },
    add: (entry) => {
      all.add(entry)
      for (const [property, index] of indexes) link(index, property, entry)
      for (const { wanted, found } of views.values()) if (meets(entry, wanted)) found.add(entry)
    },
    remove: (entry) => {
      all.remove(entry)
      for (const [property, index] of indexes) unlink(index, property, entry)
      for (const { found } of views.values()) found.remove(entry)
    },
    replace: (entry, record) => {
      const changed = [...indexes].filter(([property]) => !sameKeys(entry.record, record, property))
      for (const [property, index] of changed) unlink(index, property, entry)
      entry.record = record
      for (const [property, index] of changed) link(index, property, entry)
      // What a view asks for has an index: where no index changed, no view does.
      if (changed.length > 0) for (const view of views.values()) renew(view, entry)
    },
  }
}

function renew({ wanted, found }: View, entry: Entry): void {
  found.remove(entry)
  if (meets(entry, wanted)) found.add(entry)
}

/** The same for the same conditions, in whatever order they come. */
function nameOf(wanted: readonly Wanted[]): string {
  const names = wanted.map(({ property, keys }) => JSON.stringify([property, ...[...keys].toSorted()]))
  return names.toSorted().join()
}

function meets({ record }: Entry, wanted: readonly Wanted[]): boolean {
  return wanted.every(({ property, keys }) => keysOf(record, property).some((key) => keys.has(key)))
}

/** The entries of the condition that fewest meet, in order; as they are all when that is most of them. */
function rarest(conditions: readonly (readonly Sequence<Entry>[])[], all: Sequence<Entry>): readonly Entry[] {
  const sizeOf = (lists: readonly Sequence<Entry>[]): number => lists.reduce((sum, { size }) => sum + size, 0)
  const [lists = []] = conditions.toSorted((a, b) => sizeOf(a) - sizeOf(b))
  if (lists.length === 1) return [...(lists[0] as Sequence<Entry>)]
  if (sizeOf(lists) > all.size / 8) return [...all]
  return [...new Set(lists.flatMap((list) => [...list]))].sort((a, b) => a.place - b.place)
}

function matching(candidates: readonly Entry[], wanted: readonly Wanted[]): Sequence<Entry> {
  const found = new Sequence<Entry>()
  for (const entry of candidates) if (meets(entry, wanted)) found.add(entry)
  return found
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

/** A property's value, or what stands at a pointer. */
function valueOf(record: JsonObject, property: string): Json | undefined {
  if (Object.hasOwn(record, property)) return record[property]
  return property.startsWith('/') ? memberAt(record, pointerTokens(property)) : undefined
}

/** The keys a record is found by: the value's, or each item's when it is an array. */
function keysOf(record: JsonObject, property: string): readonly string[] {
  const value = valueOf(record, property)
  if (value === undefined) return []
  return Array.isArray(value) ? [...new Set((value as readonly Json[]).map(keyOf))] : [keyOf(value)]
}

function sameKeys(a: JsonObject, b: JsonObject, property: string): boolean {
  if (valueOf(a, property) === valueOf(b, property)) return true
  const [before, later] = [keysOf(a, property), keysOf(b, property)]
  return before.length === later.length && before.every((key, index) => key === later[index])
}

function link(index: Index, property: string, entry: Entry): void {
  for (const key of keysOf(entry.record, property)) {
    const list = index.get(key) ?? new Sequence<Entry>()
    if (list.size === 0) index.set(key, list)
    list.add(entry)
  }
}

function unlink(index: Index, property: string, entry: Entry): void {
  for (const key of keysOf(entry.record, property)) {
    const list = index.get(key)
    list?.remove(entry)
    if (list?.size === 0) index.delete(key)
  }
}
