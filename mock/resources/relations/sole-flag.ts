import { soleFlagOf, type SoleFlag } from '../../../spec/inference/constraints/sole-flags.ts'
import type { JsonObject } from '../../../spec/json.ts'
import type { Resource } from '../../../spec/resources.ts'
import { getOrInsertComputed } from '../../../spec/util/memo.ts'
import type { Collection } from '../../store/store.ts'
import { idOf } from '../identity/identity.ts'
import type { CrudOptions } from '../options.ts'

const known = new WeakMap<Resource, { readonly flag: SoleFlag | undefined }>()

/** The flag that only one of the resource's records in each container may have. */
export const soleFlag = ({ document, model }: CrudOptions, resource: Resource): SoleFlag | undefined =>
  getOrInsertComputed(known, resource, () => ({ flag: soleFlagOf(document, model, resource) })).flag

/** Takes the flag from the records beside one that has got it. */
export async function clearOthers(
  { property, within }: SoleFlag,
  { idProperty = '' }: Resource,
  records: Collection,
  record: JsonObject,
): Promise<void> {
  const own = idOf(record[idProperty])
  const container = within === undefined ? [] : [{ property: within, values: [record[within] ?? null] }]
  const { items } = await records.list({ where: [{ property, values: [true] }, ...container] })
  for (const other of items) {
    const id = idOf(other[idProperty])
    if (id !== undefined && id !== own) await records.put(id, { ...other, [property]: false })
  }
}
