import { isJsonObject, memberAt, type Json, type JsonObject } from '../../json.ts'
import type { Nesting } from '../../resources.ts'
import { createDictionary } from '../../util/dictionary.ts'
import { own, setOwn } from '../../util/object.ts'
import { relationships } from './nesting.ts'

// Records are immutable, so both directions are cached, and a flattened record nests back into the same object.
const flattened = new WeakMap<JsonObject, JsonObject>()
const nested = new WeakMap<JsonObject, JsonObject>()

/** A record as the API shows it, or a part of one that is sent, with all its properties on one level. */
export function flattenRecord(nesting: Nesting | undefined, record: JsonObject): JsonObject {
  if (!nesting || !(isJsonObject(record[nesting.container]) || isJsonObject(record[relationships])))
    return record
  const known = flattened.get(record)
  if (known) return known
  const { container, paths } = nesting
  const result = createDictionary()
  for (const [name, value] of Object.entries(record)) {
    if (name === container && isJsonObject(value)) {
      for (const [inner, innerValue] of Object.entries(value))
        if (!paths.has(inner)) result[inner] = innerValue
    } else if (name !== relationships || paths.has(name)) result[name] = value
    else {
      for (const [property, path] of paths) {
        const linkage = path[0] === relationships ? memberAt(record, path) : undefined
        if (linkage !== undefined) result[property] = linkage
      }
    }
  }
  flattened.set(record, result)
  nested.set(result, record)
  return result
}

/** A flat record as the API shows it. */
export function nestRecord(nesting: Nesting | undefined, record: JsonObject): JsonObject {
  if (!nesting) return record
  const known = nested.get(record)
  if (known) return known
  const result = createDictionary()
  for (const [name, value] of Object.entries(record)) setAt(result, propertyPath(nesting, name), value)
  if (nesting.isContainerRequired && result[nesting.container] === undefined) result[nesting.container] = {}
  nested.set(record, result)
  flattened.set(result, record)
  return result
}

/** The property names that lead to a flat record's property in the nested one. */
export const propertyPath = ({ container, paths, contents }: Nesting, property: string): readonly string[] =>
  paths.get(property) ?? (contents?.has(property) === false ? [property] : [container, property])

function setAt(target: object, [name = '', ...rest]: readonly string[], value: Json): void {
  const inner = own(target, name)
  if (rest.length === 0) return setOwn(target, name, value)
  const object = typeof inner === 'object' && inner !== null ? inner : createDictionary()
  setOwn(target, name, object)
  setAt(object, rest, value)
}
