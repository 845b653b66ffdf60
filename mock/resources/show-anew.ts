import { equalJson, isArray, type JsonObject } from '../../spec/json.ts'
import type { Resource } from '../../spec/resources.ts'
import type { CrudOptions } from './crud.ts'
import { showing } from './family.ts'
import { idOf } from './identity.ts'
import { ownLinksOf } from './links.ts'
import { copyOf } from './others.ts'
import type { Transaction } from '../store/store.ts'

/** Where others show a record as it was, they show it as it is now. */
export async function showAnew(
  options: CrudOptions,
  { name }: Resource,
  store: Transaction,
  before: JsonObject,
  record: JsonObject,
): Promise<void> {
  for (const resource of showing(options.model, name)) {
    const collection = store.collection(resource.name)
    for (const link of ownLinksOf(options, resource)) {
      const { property } = link
      const [old, now] = [copyOf(link, before), copyOf(link, record)]
      if (link.resource !== name || link.idProperty === undefined || equalJson(old, now)) continue
      const { items } = await collection.list({ where: [{ property, values: [old] }] })
      for (const item of items) {
        const id = idOf(item[resource.idProperty ?? ''])
        const value = item[property]
        const next = isArray(value) ? value.map((each) => (equalJson(each, old) ? now : each)) : now
        if (id !== undefined && link.accepts(next)) await collection.put(id, { ...item, [property]: next })
      }
    }
  }
}
