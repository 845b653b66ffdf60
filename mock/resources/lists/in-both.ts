import type { JsonObject } from '../../../spec/json.ts'
import { after, type MaybePromise } from '../../maybe-promise.ts'
import type { Collection, ListFilter, Readable, Selection } from '../../store/store.ts'
import { idOf } from '../identity/identity.ts'

/** The selected records of two collections in one list. */
export function inBoth(
  [one, other]: readonly [Collection, Collection],
  selection: Selection | undefined,
  idProperty: string | undefined,
): Readable {
  const all = ({ where }: ListFilter): MaybePromise<readonly JsonObject[]> => {
    const query = { ...(where && { where }), ...(selection && { selection }) }
    return after(one.list(query), ({ items }) =>
      after(other.list(query), (others) => {
        const records = [...items, ...others.items]
        return selection?.compare ? records.sort(selection.compare) : records
      }),
    )
  }
  return {
    list: ({ offset = 0, limit = Infinity, ...filter } = {}) =>
      after(all(filter), (items) => ({ items: items.slice(offset, offset + limit), total: items.length })),
    indexOf: (id, filter = {}) =>
      after(all(filter), (items) => {
        const index = items.findIndex((item) => String(idOf(item[idProperty ?? ''])) === String(id))
        return index < 0 ? undefined : index
      }),
  }
}
