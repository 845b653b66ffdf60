import type { SchemaNode } from '../../spec/document.ts'
import { isArray, isJsonObject, type Json, type JsonObject } from '../../spec/json.ts'
import { pointerTokens } from '../../spec/json/pointer.ts'
import { hasFlag, possiblePropertiesOf, requiredOf } from '../../spec/schemas/properties.ts'
import type { Api } from '../api/api.ts'
import { keywordsOf } from '../api/keywords.ts'
import { isState } from '../api/state-values.ts'
import type { NamedValue } from '../generate/generated-values.ts'
import { without, withProperty } from '../generate/object-edits.ts'
import { movedTo } from './described-moments.ts'
import { endsLater, textNamed } from './text-by-name.ts'

/** Keywords that bound a number. */
const bounds = ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf', 'enum', 'const']

/**
 * The value with strings of the formats that its property names suggest, where the document declares none, with ends of periods that
 * lie ahead, and with whole numbers, small ones where it sets no bounds: a server may have bounds of its own.
 */
export function asNamed(api: Api, schema: SchemaNode, value: Json | undefined): Json | undefined {
  if (!isJsonObject(value)) return undefined
  const properties = possiblePropertiesOf(api.document, schema)
  const named = Object.entries(value).map(([name, before]) => {
    const node = properties.get(name)
    const keywords = node && keywordsOf(api, node)
    if (typeof before === 'number')
      return [name, bounds.some((each) => keywords?.has(each)) ? Math.round(before) : 1] as const
    if (endsLater(name)) return [name, movedTo('future', before)] as const
    const isOpen = typeof before === 'string' && keywords?.has('format') === false
    return [name, (isOpen ? textNamed(name) : undefined) ?? before] as const
  })
  return Object.fromEntries(named)
}

/** The body with one item in each array and the least amounts that are allowed: there may be no more of what it asks for. */
export function asLittle(value: Json | undefined, isValid: (value: Json) => boolean): Json | undefined {
  if (value === undefined) return undefined
  const least = reduced(value, () => true)
  return isValid(least) ? least : reduced(value, (change) => isValid(change()))
}

/** @param allows whether the whole value may be changed so */
function reduced(value: Json, allows: (change: () => Json) => boolean): Json {
  const less = (part: Json, put: (other: Json) => Json): Json => {
    if (typeof part === 'number') return part === 1 || allows(() => put(1)) ? 1 : part
    if (isArray(part)) {
      const one = part.slice(0, 1)
      const kept = allows(() => put(one)) ? one : part
      return kept.map((item, index) => less(item, (other) => put(kept.with(index, other))))
    }
    if (!isJsonObject(part)) return part
    const entries = Object.entries(part).map(
      ([name, member]) => [name, less(member, (other) => put({ ...part, [name]: other }))] as const,
    )
    return Object.fromEntries(entries)
  }
  return less(value, (other) => other)
}

/** The body without optional properties, in envelopes too; undefined when it is not an object. */
export function withoutOptional(
  api: Api,
  schema: SchemaNode | undefined,
  whole: Json | undefined,
  isValid: (value: Json) => boolean,
): JsonObject | undefined {
  if (!isJsonObject(whole)) return undefined
  const { document } = api
  const properties = schema && possiblePropertiesOf(document, schema)
  const required = schema && requiredOf(document, schema)
  // A request may leave out what only responses must have.
  const isOptional = (name: string): boolean => {
    const node = properties?.get(name)
    return !node || required?.has(name) !== true || hasFlag(document, node, 'readOnly')
  }
  const bare = Object.fromEntries(Object.entries(whole).filter(([name]) => !isOptional(name)))
  let least = isValid(bare) ? bare : withoutEach(whole, Object.keys(whole).filter(isOptional), isValid)
  for (const [name, member] of Object.entries(least)) {
    const put = (value: Json): boolean => isValid(withProperty(least, name, value))
    const less = withoutOptional(api, properties?.get(name), member, put)
    if (less) least = withProperty(least, name, less)
  }
  return least
}

/** The body without those of the properties that can be left out one after another. */
function withoutEach(
  whole: JsonObject,
  names: readonly string[],
  isValid: (value: Json) => boolean,
): JsonObject {
  let least = whole
  for (const name of names) {
    const rest = without(least, name)
    if (isValid(rest)) least = rest
  }
  return least
}

/** For each property that a body lacks and another has, in envelopes too, a function that adds it. */
export function additionsTo(value: Json, other: Json): readonly ((before: Json) => Json)[] {
  if (!isJsonObject(value) || !isJsonObject(other)) return []
  return Object.entries(other).flatMap(([name, part]): readonly ((before: Json) => Json)[] => {
    const set = (before: Json, to: Json): Json => (isJsonObject(before) ? { ...before, [name]: to } : before)
    const own = value[name]
    if (own === undefined) return [(before) => set(before, part)]
    return additionsTo(own, part).map(
      (add) => (before) => set(before, add((isJsonObject(before) && before[name]) || own)),
    )
  })
}

/** Items that an array gets, to show that it may have several. */
const several = 2

/** The body with several items in its arrays and all properties in its objects, so that what the target loses of them shows. */
export function withParts(
  full: JsonObject,
  edges: readonly NamedValue[],
  isValid: (value: Json) => boolean,
): JsonObject {
  let whole = full
  for (const { path, value } of edges) {
    const [name, ...deeper] = pointerTokens(path)
    if (name === undefined || deeper.length > 0 || !isJsonObject(value)) continue
    const [before, part] = [whole[name], value[name]]
    // Null stays, to show whether an update can clear a property.
    if (before === undefined || before === null || part === undefined) continue
    const shown = isArray(part) ? part.slice(0, several) : part
    if (sizeOf(shown) <= sizeOf(before)) continue
    const next = { ...whole, [name]: shown }
    if (isValid(next)) whole = next
  }
  return whole
}

/** The number of items or properties. */
export const sizeOf = (value: Json): number =>
  typeof value === 'object' && value !== null ? Object.keys(value).length : 0

/** The value without properties that hold a state, which may be set only once. */
export function withoutStates(api: Api, schema: SchemaNode, value: Json | undefined): Json | undefined {
  if (!isJsonObject(value)) return undefined
  const properties = possiblePropertiesOf(api.document, schema)
  const kept = Object.entries(value).filter(([name]) => {
    const node = properties.get(name)
    return node === undefined || !isState(api, node)
  })
  return kept.length === 0 ? undefined : Object.fromEntries(kept)
}
