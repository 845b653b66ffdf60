import type { Json, JsonObject } from '../../spec/json.ts'
import { memberAt, stringifyJson } from '../../spec/json.ts'
import { pointerTokens } from '../../spec/json/pointer.ts'
import type { Held } from './lazy.ts'
import { Sequence, type Compare } from './sequence.ts'
import type { ListFilter, Selection } from './store.ts'

/** A record and its position among others. */
export interface Entry {
  readonly id: string
  /** Increases with every insertion. */
  readonly place: number
  record: JsonObject
  /** The lazy record, if it has not been created yet. */
  readonly held?: Held | undefined
}

/** Finds entries by conditions and selections, in insertion order unless a selection has an order. */
export interface Finder {
  find(filter: ListFilter): Sequence<Entry>
  add(entry: Entry): void
  remove(entry: Entry): void
  replace(entry: Entry, record: JsonObject): void
}

/** Entries by the {@link keyOf} a property's value. */
type Index = Map<string, Sequence<Entry>>

/** A condition that holds if the property has one of the keys. */
interface Condition {
  readonly property: string
  readonly keys: ReadonlySet<string>
}

/** The result for a combination of conditions and a selection, kept up to date. */
interface View {
  readonly conditions: readonly Condition[]
  readonly selection: Selection | undefined
  readonly entries: Sequence<Entry>
}

/** Maximum number of views. The least recently used ones are dropped. */
const maxViews = 16

/** Results among at most this many candidates are not kept, since searching them is fast. */
const fewCandidates = 256

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
  const listsOf = ({ property, keys }: Condition): readonly Sequence<Entry>[] => {
    const index = indexOf(property)
    return [...keys].flatMap((key) => index.get(key) ?? [])
  }
  const search = (conditions: readonly Condition[], selection: Selection | undefined): Sequence<Entry> => {
    const name = nameOf(conditions, selection)
    const known = views.get(name)
    if (known) views.delete(name)
    const candidates = known ? [] : mostSelective(conditions.map(listsOf), all)
    const view = known ?? viewOf(candidates, conditions, selection)
    if (known || candidates.length > fewCandidates) views.set(name, view)
    if (views.size > maxViews) for (const [oldest] of [...views].slice(0, 1)) views.delete(oldest)
    return view.entries
  }

  return {
    find: ({ where = [], selection }) => {
      if (where.length === 0 && !selection) return all
      const conditions = where.map(({ property, values }) => ({ property, keys: new Set(values.map(keyOf)) }))
      const [first, ...others] = conditions
      if (!first || selection || others.length > 0 || first.keys.size > 1)
        return search(conditions, selection)
      return listsOf(first)[0] ?? new Sequence()
    },
    add: (entry) => {
      all.add(entry)
      for (const [property, index] of indexes) link(index, property, entry)
      for (const view of views.values()) if (belongsTo(view, entry)) view.entries.add(entry)
    },
    remove: (entry) => {
      all.remove(entry)
      for (const [property, index] of indexes) unlink(index, property, entry)
      for (const { entries } of views.values()) entries.remove(entry)
    },
    replace: (entry, record) => {
      const changed = [...indexes].filter(([property]) => !sameKeys(entry.record, record, property))
      // Every condition of a view has an index: if no index changes, no view does, except by its selection.
      const affected = [...views.values()].filter(({ selection }) => selection || changed.length > 0)
      // The place of an entry in a view may depend on its record.
      for (const { entries } of affected) entries.remove(entry)
      for (const [property, index] of changed) unlink(index, property, entry)
      entry.record = record
      for (const [property, index] of changed) link(index, property, entry)
      for (const view of affected) if (belongsTo(view, entry)) view.entries.add(entry)
    },
  }
}

/** Identifies a selection and a combination of conditions, whatever their order. */
function nameOf(conditions: readonly Condition[], selection: Selection | undefined): string {
  const names = conditions.map(({ property, keys }) => JSON.stringify([property, ...[...keys].toSorted()]))
  return `${names.toSorted().join()} ${selection?.key ?? ''}`
}

/** Whether an entry meets the conditions of a view, and its selection. */
function belongsTo({ conditions, selection }: Omit<View, 'entries'>, { record }: Entry): boolean {
  return (
    conditions.every(({ property, keys }) => keysOf(record, property).some((key) => keys.has(key))) &&
    (selection?.matches(record) ?? true)
  )
}

/** The candidates: entries that meet the most selective condition, or all entries if it is not selective, or if there is none. */
function mostSelective(
  conditions: readonly (readonly Sequence<Entry>[])[],
  all: Sequence<Entry>,
): readonly Entry[] {
  const sizeOf = (lists: readonly Sequence<Entry>[]): number => lists.reduce((sum, { size }) => sum + size, 0)
  const [lists] = conditions.toSorted((a, b) => sizeOf(a) - sizeOf(b))
  if (!lists) return [...all]
  if (lists.length === 1) return [...(lists[0] as Sequence<Entry>)]
  if (sizeOf(lists) > all.size / 8) return [...all]
  return [...new Set(lists.flatMap((list) => [...list]))].sort((a, b) => a.place - b.place)
}

function viewOf(
  candidates: readonly Entry[],
  conditions: readonly Condition[],
  selection: Selection | undefined,
): View {
  const compare = selection && orderOf(selection)
  const view = { conditions, selection, entries: new Sequence<Entry>(compare) }
  const found = candidates.filter((entry) => belongsTo(view, entry))
  for (const entry of compare ? found.sort(compare) : found) view.entries.add(entry)
  return view
}

/** The order of a selection, and of insertion where that leaves it open; undefined if it is that of insertion. */
function orderOf({ compare, lastFirst }: Selection): Compare<Entry> | undefined {
  if (!compare) return undefined
  const direction = lastFirst ? -1 : 1
  return (one, other) => compare(one.record, other.record) || direction * (one.place - other.place)
}

/** Equal JSON values have equal keys. An integer has the same key as number and as bigint. */
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

/** The value of a property, or at a JSON pointer. */
function valueOf(record: JsonObject, property: string): Json | undefined {
  if (Object.hasOwn(record, property)) return record[property]
  return property.startsWith('/') ? memberAt(record, pointerTokens(property)) : undefined
}

/** The keys by which a record is found: that of the value, or those of its items if it is an array. */
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
