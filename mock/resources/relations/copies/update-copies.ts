import { referencedIds } from '../../../../spec/inference/references/referenced-ids.ts'
import { equalJson, isArray, type JsonObject } from '../../../../spec/json.ts'
import type { Resource } from '../../../../spec/resources.ts'
import type { Transaction } from '../../../store/store.ts'
import { idOf } from '../../identity/identity.ts'
import type { CrudOptions } from '../../options.ts'
import { embedding, referring } from '../../resource-index.ts'
import { ownLinksOf } from '../links.ts'
import { embeddedCopy } from '../reference-to.ts'
import { repeatedValue } from './repeated.ts'
import { repeating } from './repeating-resources.ts'

/** Updates what other records show of a changed record: embedded copies, and single properties that they repeat. */
export async function updateCopies(
  options: CrudOptions,
  resource: Resource,
  store: Transaction,
  before: JsonObject,
  record: JsonObject,
): Promise<void> {
  await updateEmbedded(options, resource, store, before, record)
  await updateRepeated(options, resource, store, before, record)
}

async function updateEmbedded(
  options: CrudOptions,
  owner: Resource,
  store: Transaction,
  before: JsonObject,
  record: JsonObject,
): Promise<void> {
  const { name } = owner
  const holders =
    owner.scope.length === 0
      ? embedding(options.model, name)
      : referring(options.model, owner).filter(({ scope }) => scope.length === 0)
  for (const resource of holders) {
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

async function updateRepeated(
  options: CrudOptions,
  owner: Resource,
  store: Transaction,
  before: JsonObject,
  record: JsonObject,
): Promise<void> {
  const id = idOf(record[owner.idProperty ?? ''])
  for (const { resource, repeated } of id === undefined ? [] : repeating(options, owner)) {
    const { by, property, accepts } = repeated
    const value = repeatedValue(repeated, record, record)
    if (
      id === undefined ||
      value === undefined ||
      value === repeatedValue(repeated, before, before) ||
      !accepts(value)
    )
      continue
    const collection = store.collection(resource.name)
    const where = by.idProperty === undefined ? [{ property: by.property, values: [id] }] : []
    for (const item of (await collection.list({ where })).items) {
      if (!referencedIds(item[by.property], by).some((each) => String(idOf(each)) === String(id))) continue
      const itemId = idOf(item[resource.idProperty ?? ''])
      if (itemId !== undefined) await collection.put(itemId, { ...item, [property]: value })
    }
  }
}
