import type { Json } from '../../../spec/json.ts'
import type { Collection, Transaction } from '../../store/store.ts'

/** A store that has only those records of one collection that have one of the values. */
export const withNarrowed = (
  store: Transaction,
  collection: string,
  property: string,
  values: readonly Json[],
): Transaction => ({
  collection: (name, scope) =>
    name === collection ? narrowed(store.collection(name), property, values) : store.collection(name, scope),
})

function narrowed(records: Collection, property: string, values: readonly Json[]): Collection {
  const within = { property, values }
  return {
    ...records,
    list: ({ where = [], ...query } = {}) => records.list({ ...query, where: [...where, within] }),
    indexOf: (id, { where = [], ...filter } = {}) =>
      records.indexOf(id, { ...filter, where: [...where, within] }),
  }
}
