import type { Json, JsonObject } from '../../spec/json.ts'
import { isArray, memberNamed, stringifyJson } from '../../spec/json.ts'
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

/** What an index or a condition compares of a record. */
interface Column {
  readonly property: string
  readonly ignoresCase: boolean
}

/** Entries by the keys of a property's value. */
interface Index extends Column {
  readonly byKey: Map<string, Sequence<Entry>>
}

/** A condition that holds if the property has one of the keys. */
interface Condition extends Column {
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

  const indexOf = ({ property, ignoresCase }: Column): Index => {
    const name = `${property}${ignoresCase ? ' in any case' : ''}`
    const known = indexes.get(name)
    if (known) return known
    const index: Index = { property, ignoresCase, byKey: new Map() }
    for (const entry of all) link(index, entry)
    indexes.set(name, index)
    return index
  }
  const listsOf = (condition: Condition): readonly Sequence<Entry>[] => {
    const { byKey } = indexOf(condition)
    return [...condition.keys].flatMap((key) => byKey.get(key) ?? [])
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
      const conditions = where.map(({ property, values, ignoresCase = false }) => ({
        property,
        ignoresCase,
        keys: new Set(values.map((value) => keyOf(value, ignoresCase))),
      }))
      const [first, ...others] = conditions
      if (!first || selection || others.length > 0 || first.keys.size > 1)
        return search(conditions, selection)
      return listsOf(first)[0] ?? new Sequence()
    },
    add: (entry) => {
      all.add(entry)
      for (const index of indexes.values()) link(index, entry)
      for (const view of views.values()) if (belongsTo(view, entry)) view.entries.add(entry)
    },
    remove: (entry) => {
      all.remove(entry)
      for (const index of indexes.values()) unlink(index, entry)
      for (const { entries } of views.values()) entries.remove(entry)
    },
    replace: (entry, record) => {
      const changed = [...indexes.values()].filter((index) => !sameKeys(entry.record, record, index))
      // Every condition of a view has an index: if no index changes, no view does, except by its selection.
      const affected = [...views.values()].filter(({ selection }) => selection || changed.length > 0)
      // The place of an entry in a view may depend on its record.
      for (const { entries } of affected) entries.remove(entry)
      for (const index of changed) unlink(index, entry)
      entry.record = record
      for (const index of changed) link(index, entry)
      for (const view of affected) if (belongsTo(view, entry)) view.entries.add(entry)
    },
  }
}

/** Identifies a selection and a combination of conditions, whatever their order. */
function nameOf(conditions: readonly Condition[], selection: Selection | undefined): string {
  const names = conditions.map(({ property, ignoresCase, keys }) =>
    JSON.stringify([property, ignoresCase, ...[...keys].toSorted()]),
  )
  return `${names.toSorted().join()} ${selection?.key ?? ''}`
}

/** Whether an entry meets the conditions of a view, and its selection. */
function belongsTo({ conditions, selection }: Omit<View, 'entries'>, { record }: Entry): boolean {
  return (
    conditions.every((condition) => keysOf(record, condition).some((key) => condition.keys.has(key))) &&
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
function keyOf(value: Json, ignoresCase: boolean): string {
  if (typeof value === 'string') return `"${ignoresCase ? value.toLowerCase() : value}`
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
  return property.startsWith('/') ? within(record, pointerTokens(property)) : undefined
}

/** The value at a path, in all items of an array on it. */
function within(value: Json | undefined, [name, ...rest]: readonly string[]): Json | undefined {
  if (name === undefined) return value
  return isArray(value)
    ? value.flatMap((each) => within(each, [name, ...rest]) ?? [])
    : within(memberNamed(value, name), rest)
}

/** The keys by which a record is found: that of the value, or those of its items if it is an array. */
function keysOf(record: JsonObject, { property, ignoresCase }: Column): readonly string[] {
  const value = valueOf(record, property)
  if (value === undefined) return []
  if (!Array.isArray(value)) return [keyOf(value, ignoresCase)]
  return [...new Set((value as readonly Json[]).map((each) => keyOf(each, ignoresCase)))]
}

function sameKeys(a: JsonObject, b: JsonObject, column: Column): boolean {
  if (valueOf(a, column.property) === valueOf(b, column.property)) return true
  const [before, later] = [keysOf(a, column), keysOf(b, column)]
  return before.length === later.length && before.every((key, index) => key === later[index])
}

function link(index: Index, entry: Entry): void {
  for (const key of keysOf(entry.record, index)) {
    const list = index.byKey.get(key) ?? new Sequence<Entry>()
    if (list.size === 0) index.byKey.set(key, list)
    list.add(entry)
  }
}

function unlink(index: Index, entry: Entry): void {
  for (const key of keysOf(entry.record, index)) {
    const list = index.byKey.get(key)
    list?.remove(entry)
    if (list?.size === 0) index.byKey.delete(key)
  }
}
