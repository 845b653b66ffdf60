import type { Json } from '../../../spec/json.ts'
import type { Collection } from '../../store/store.ts'

/** The records of a collection that have one of the values. */
export function narrowed(records: Collection, property: string, values: readonly Json[]): Collection {
  const within = { property, values }
  return {
    ...records,
    list: ({ where = [], ...query } = {}) => records.list({ ...query, where: [...where, within] }),
    indexOf: (id, where = []) => records.indexOf(id, [...where, within]),
  }
}
