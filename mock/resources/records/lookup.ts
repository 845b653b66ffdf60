import { spread } from '../../data/random.ts'
import { after, onDemand, type MaybePromise } from '../../maybe-promise.ts'
import type { Transaction } from '../../store/store.ts'
import { idOf } from '../identity/identity.ts'
import type { RecordLookup } from '../linker.ts'
import type { CrudOptions } from '../options.ts'
import { resourceNamed } from '../resource-index.ts'
import type * as NestedRecords from './nested-records.ts'

/** What numbers records below others, and finds them, is loaded with the first one. */
export const nested: () => MaybePromise<typeof NestedRecords> = onDemand(() => import('./nested-records.ts'))

/** Looks up records in the store. */
export function lookupIn(options: CrudOptions, store: Transaction): RecordLookup {
  const { model } = options
  const peek: RecordLookup['peek'] = (name, id) => {
    const resource = resourceNamed(model, name)
    return resource && resource.scope.length > 0
      ? after(nested(), ({ findNested }) => findNested(options, resource, id, store))
      : after(
          store.collection(name).get(id),
          (record) =>
            record ?? (resource && after(nested(), ({ findById }) => findById(options, resource, id, store))),
        )
  }
  return {
    pickId: (name, key, within, scope) => {
      const property = resourceNamed(model, name)?.idProperty
      const collection = store.collection(name, scope)
      const query = within && { where: [{ property: within.property, values: [within.value] }] }
      return after(collection.list({ ...query, limit: 0 }), ({ total }) =>
        total === 0 || property === undefined
          ? undefined
          : after(collection.list({ ...query, offset: spread(key, total), limit: 1 }), ({ items }) =>
              idOf(items[0]?.[property]),
            ),
      )
    },
    treeParentId: () => undefined,
    find: (name, id, scope) => (scope ? store.collection(name, scope).get(id) : peek(name, id)),
    peek,
  }
}
