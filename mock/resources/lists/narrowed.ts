import type { Json } from '../../../spec/json.ts'
import type { Collection, ListFilter, Selection, Transaction } from '../../store/store.ts'

/** A store that has only those records of one collection that have one of the values. */
export const withNarrowed = (
  store: Transaction,
  collection: string,
  property: string,
  values: readonly Json[],
): Transaction => withFiltered(store, collection, { where: [{ property, values }] })

/** A store that has only those records of one collection that a filter selects. */
export const withFiltered = (store: Transaction, collection: string, filter: ListFilter): Transaction => ({
  ...store,
  collection: (name, scope) =>
    name === collection ? filtered(store.collection(name), filter) : store.collection(name, scope),
})

/** Those records of a collection that a filter selects. */
export const filtered = (records: Collection, filter: ListFilter): Collection => ({
  ...records,
  list: (query = {}) => records.list({ ...query, ...both(query, filter) }),
  indexOf: (id, query = {}) => records.indexOf(id, both(query, filter)),
})

/** What two filters select together, in the order of the first one. */
function both(one: ListFilter, other: ListFilter): ListFilter {
  const selection =
    one.selection && other.selection
      ? selectedByBoth(one.selection, other.selection)
      : (one.selection ?? other.selection)
  return { where: [...(one.where ?? []), ...(other.where ?? [])], ...(selection && { selection }) }
}

const selectedByBoth = (one: Selection, other: Selection): Selection => ({
  ...one,
  key: `${one.key} ${other.key}`,
  matches: (record) => one.matches(record) && other.matches(record),
})
