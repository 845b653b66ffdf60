import type { SchemaNode } from '../../../spec/document.ts'
import { singular } from '../../../spec/inference/prose/words.ts'
import { isArray, isJsonObject, type Json, type JsonObject } from '../../../spec/json.ts'
import { itemsOf } from '../../../spec/schemas/properties.ts'
import { after, mapAfter, reduceAfter, type MaybePromise } from '../../maybe-promise.ts'
import type { CrudOptions } from '../options.ts'
import type { RecordType } from './record-type.ts'

/** Maximum number of generated items per list. */
const maxItems = 100

/**
 * Extends the lists of objects in a generated record to the lengths they have in another one.
 * @param key of the record, for reproducible values
 */
export type Lengthen = (generated: JsonObject, wanted: JsonObject, key: string) => MaybePromise<JsonObject>

export function createLengthen({ document, fake }: CrudOptions, { properties }: RecordType): Lengthen {
  const lists = [...properties.values()].flatMap(({ name, node }) => {
    const item = itemsOf(document, node)
    return item ? [[name, item] as const] : []
  })
  const lengthenList = (
    [name, item]: readonly [string, SchemaNode],
    generated: JsonObject,
    wanted: JsonObject,
    key: string,
  ): MaybePromise<JsonObject> => {
    const [own, others] = [generated[name] ?? [], wanted[name] ?? []]
    if (!isArray(own) || !isArray(others) || !others.some(isJsonObject)) return generated
    const more = others.slice(own.length, maxItems).map((_, index) => own.length + index)
    const items = mapAfter(more, (index) =>
      fake.value(item, 'response', { name: singular(name), key: `${key} ${name} ${String(index)}` }),
    )
    return after(items, (rest) => ({ ...generated, [name]: withUniqueIds([...own, ...rest]) }))
  }
  return (generated, wanted, key) =>
    reduceAfter(lists, generated, (partial, list) => lengthenList(list, partial, wanted, key))
}

/** Makes numeric ids unique. */
function withUniqueIds(items: readonly Json[]): readonly Json[] {
  const taken = new Set<Json>()
  return items.map((item) => {
    if (!isJsonObject(item) || typeof item['id'] !== 'number') return item
    let { id } = item as { readonly id: number }
    while (taken.has(id)) id += 1
    taken.add(id)
    return { ...item, id }
  })
}
