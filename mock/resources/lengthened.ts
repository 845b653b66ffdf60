import type { SchemaNode } from '../../spec/document.ts'
import { singular } from '../../spec/inference/prose/words.ts'
import { isArray, isJsonObject, type Json, type JsonObject } from '../../spec/json.ts'
import { itemsOf } from '../../spec/schemas/properties.ts'
import type { CrudOptions } from './crud.ts'
import { after, mapAfter, type MaybePromise } from '../maybe-promise.ts'
import type { RecordType } from './record-type.ts'

/** Items of a list that are made up to complete those that were sent. */
const mostItems = 100

/** Gives a made-up record as many items in its lists as another one has objects in them; `key` is the record's. */
export type Lengthen = (made: JsonObject, wanted: JsonObject, key: string) => MaybePromise<JsonObject>

/** Items whose numbers are their own. */
function apart(items: readonly Json[]): readonly Json[] {
  const taken = new Set<Json>()
  return items.map((item) => {
    if (!isJsonObject(item) || typeof item['id'] !== 'number') return item
    let { id } = item as { readonly id: number }
    while (taken.has(id)) id += 1
    taken.add(id)
    return { ...item, id }
  })
}

export function createLengthen({ document, fake }: CrudOptions, { properties }: RecordType): Lengthen {
  const lists = [...properties.values()].flatMap(({ name, node }) => {
    const item = itemsOf(document, node)
    return item ? [[name, item] as const] : []
  })
  const itemsFor = (
    [name, item]: readonly [string, SchemaNode],
    made: JsonObject,
    wanted: JsonObject,
    key: string,
  ): MaybePromise<JsonObject> => {
    const [own, others] = [made[name] ?? [], wanted[name] ?? []]
    if (!isArray(own) || !isArray(others) || !others.some(isJsonObject)) return made
    const more = others.slice(own.length, mostItems).map((_, index) => own.length + index)
    const items = mapAfter(more, (index) =>
      fake.value(item, 'response', { name: singular(name), key: `${key} ${name} ${String(index)}` }),
    )
    return after(items, (rest) => ({ ...made, [name]: apart([...own, ...rest]) }))
  }
  return (made, wanted, key) =>
    lists.reduce<MaybePromise<JsonObject>>(
      (sofar, list) => after(sofar, (longer) => itemsFor(list, longer, wanted, key)),
      made,
    )
}
