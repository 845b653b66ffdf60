import { isJsonObject, memberAt, type Json, type JsonObject } from '../../json.ts'
import { own, setOwn } from '../../util/object.ts'
import { createBag } from '../../parameters/bag.ts'
import { relationships } from './nesting.ts'
import type { Nesting } from '../../resources.ts'

/** Records do not change: what was unfolded is folded as it was. */
const unfolded = new WeakMap<JsonObject, JsonObject>()
const folded = new WeakMap<JsonObject, JsonObject>()

/** A record as the API has it, or what is sent of one, with all its properties on one level. */
export function flattenRecord(folding: Nesting | undefined, record: JsonObject): JsonObject {
  if (!folding || !(isJsonObject(record[folding.container]) || isJsonObject(record[relationships])))
    return record
  const known = unfolded.get(record)
  if (known) return known
  const { container: holder, paths: places } = folding
  const result = createBag()
  for (const [name, value] of Object.entries(record)) {
    if (name === holder && isJsonObject(value)) {
      for (const [each, own] of Object.entries(value)) if (!places.has(each)) result[each] = own
    } else if (name !== relationships || places.has(name)) result[name] = value
    else {
      for (const [each, path] of places) {
        const found = path[0] === relationships ? memberAt(record, path) : undefined
        if (found !== undefined) result[each] = found
      }
    }
  }
  unfolded.set(record, result)
  folded.set(result, record)
  return result
}

/** A record as the API answers with it. */
export function nestRecord(folding: Nesting | undefined, record: JsonObject): JsonObject {
  if (!folding) return record
  const known = folded.get(record)
  if (known) return known
  const result = createBag()
  for (const [name, value] of Object.entries(record)) setAt(result, propertyPath(folding, name), value)
  if (folding.isContainerRequired && result[folding.container] === undefined) result[folding.container] = {}
  folded.set(record, result)
  unfolded.set(result, record)
  return result
}

/** The path of names to a property of a record. */
export const propertyPath = (
  { container: holder, paths: places }: Nesting,
  property: string,
): readonly string[] => places.get(property) ?? [holder, property]

function setAt(target: object, [name = '', ...rest]: readonly string[], value: Json): void {
  const inner = own(target, name)
  if (rest.length === 0) return setOwn(target, name, value)
  const object = typeof inner === 'object' && inner !== null ? inner : createBag()
  setOwn(target, name, object)
  setAt(object, rest, value)
}
