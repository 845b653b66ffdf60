import { spread } from '../../data/random.ts'
import { after } from '../../maybe-promise.ts'
import type { Transaction } from '../../store/store.ts'
import type { CrudOptions } from '../options.ts'
import type { RecordLookup } from '../relations/linker.ts'
import { resourceNamed } from '../resource-index.ts'
import { idOf } from './identity.ts'

/** Looks up records in the store. */
export function lookupIn({ model }: CrudOptions, store: Transaction): RecordLookup {
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
    find: (name, id, scope) => store.collection(name, scope).get(id),
    peek: (name, id) => store.collection(name).get(id),
  }
}
