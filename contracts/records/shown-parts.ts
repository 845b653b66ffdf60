import type { SchemaNode } from '../../spec/document.ts'
import { isArray, isJsonObject, type Json } from '../../spec/json.ts'
import { itemsOf, possiblePropertiesOf } from '../../spec/schemas/properties.ts'
import { differences } from '../answers/compare.ts'
import type { Api } from '../api/api.ts'
import { keywordsOf } from '../api/keywords.ts'

/**
 * What a record has to show of a value that it shows with more detail than was sent: the lines of an order, which have totals only
 * there. Undefined if the value shown is something else.
 */
export function shownPart(api: Api, node: SchemaNode, sent: Json, shown: Json | undefined): Json | undefined {
  if (typeof sent !== 'object' || sent === null || shown === undefined) return undefined
  const part = declaredPart(api, node, sent)
  const isPossible = api.validator.of(node, 'response').accepts(completed(part, shown))
  return isPossible && !mayBeMerged(part, shown) ? part : undefined
}

/** The value without members of objects in it that the schema does not name and the record does not show: they may be for writing only. */
export function withoutUnshown(api: Api, node: SchemaNode, sent: Json, shown: Json | undefined): Json {
  if (!isJsonObject(sent) || shown === undefined || !isJsonObject(shown)) return sent
  const properties = possiblePropertiesOf(api.document, node)
  const isMap = (keywordsOf(api, node).get('additionalProperties') ?? false) !== false
  if (properties.size === 0 || isMap) return sent
  const members = Object.entries(sent).flatMap(([name, member]) => {
    const property = properties.get(name)
    if (property) return [[name, withoutUnshown(api, property, member, shown[name])] as const]
    return Object.hasOwn(shown, name) ? [[name, member] as const] : []
  })
  return Object.fromEntries(members)
}

/** The value without what the schema does not name. */
function declaredPart(api: Api, node: SchemaNode, value: Json): Json {
  if (isArray(value)) {
    const items = itemsOf(api.document, node)
    return items ? value.map((item) => declaredPart(api, items, item)) : value
  }
  if (!isJsonObject(value)) return value
  const properties = possiblePropertiesOf(api.document, node)
  if (properties.size === 0) return value
  const declared = Object.entries(value).flatMap(([name, member]) => {
    const property = properties.get(name)
    return property ? [[name, declaredPart(api, property, member)] as const] : []
  })
  return Object.fromEntries(declared)
}

/** The value with the members that only the record shows. */
function completed(part: Json, shown: Json | undefined): Json {
  if (isArray(part)) {
    const items = shown !== undefined && isArray(shown) ? shown : []
    return part.map((item, index) => completed(item, items[index] ?? items[0]))
  }
  if (!isJsonObject(part) || shown === undefined || !isJsonObject(shown)) return part
  const members = Object.entries(part).map(
    ([name, member]) => [name, completed(member, shown[name])] as const,
  )
  return { ...shown, ...Object.fromEntries(members) }
}

/** Whether there are fewer items than were sent, and one that is none of these: two lines for the same may have become one. */
const mayBeMerged = (part: Json, shown: Json): boolean =>
  isArray(part) &&
  isArray(shown) &&
  shown.length < part.length &&
  !shown.every((item) => part.some((sent) => differences({ item: sent }, { item }).length === 0))
