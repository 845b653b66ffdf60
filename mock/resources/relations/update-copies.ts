import { equalJson, isArray, type JsonObject } from '../../../spec/json.ts'
import type { Resource } from '../../../spec/resources.ts'
import type { Transaction } from '../../store/store.ts'
import type { CrudOptions } from '../options.ts'
import { idOf } from '../records/identity.ts'
import { embedding } from '../resource-index.ts'
import { embeddedCopy } from './create-linker.ts'
import { ownLinksOf } from './links.ts'

/** Updates the copies of a changed record that other records embed. */
export async function updateCopies(
  options: CrudOptions,
  { name }: Resource,
  store: Transaction,
  before: JsonObject,
  record: JsonObject,
): Promise<void> {
  for (const resource of embedding(options.model, name)) {
    const collection = store.collection(resource.name)
    for (const link of ownLinksOf(options, resource)) {
      const { property } = link
      const [oldCopy, newCopy] = [embeddedCopy(link, before), embeddedCopy(link, record)]
      if (link.resource !== name || link.idProperty === undefined || equalJson(oldCopy, newCopy)) continue
      const { items } = await collection.list({ where: [{ property, values: [oldCopy] }] })
      for (const item of items) {
        const id = idOf(item[resource.idProperty ?? ''])
        const value = item[property]
        const next = isArray(value)
          ? value.map((element) => (equalJson(element, oldCopy) ? newCopy : element))
          : newCopy
        if (id !== undefined && link.accepts(next)) await collection.put(id, { ...item, [property]: next })
      }
    }
  }
}
