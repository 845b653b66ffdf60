import { documentsMissing, type Relation, relationOf } from '../../../spec/inference/references/relations.ts'
import { equalJson, isArray, isJsonObject, type Json, type JsonObject } from '../../../spec/json.ts'
import { jsonSent, type RequestValues } from '../../../spec/request.ts'
import { possiblePropertiesOf } from '../../../spec/schemas/properties.ts'
import { typesOf } from '../../../spec/schemas/types.ts'
import { getOrInsertComputed } from '../../../spec/util/memo.ts'
import { refuse, type Refused } from '../../behaviour.ts'
import type { Endpoint } from '../endpoint.ts'
import { nothingRemoved, type Written } from '../roles/save.ts'

type PropertyChange = Required<Pick<Written, 'states' | 'removed'>>

const relations = new WeakMap<Endpoint, Relation | 'none'>()

function relationAt(endpoint: Endpoint): Relation | undefined {
  const relation = getOrInsertComputed(relations, endpoint, () => findRelation(endpoint) ?? 'none')
  return relation === 'none' ? undefined : relation
}

function findRelation({ resource, declared, options: { document } }: Endpoint): Relation | undefined {
  const mayRelate = declared.method === 'PUT' || declared.method === 'DELETE'
  return mayRelate ? relationOf(document, resource.record, declared) : undefined
}

/**
 * The change that a PUT or DELETE below a record makes to one of its properties: `PUT /tasks/1/assignee` sets it,
 * `DELETE /tasks/1/tags/red` removes an item. Undefined for any other operation.
 */
export function propertyAction(
  endpoint: Endpoint,
  request: RequestValues,
  before: JsonObject,
): PropertyChange | Refused | undefined {
  const relation = relationAt(endpoint)
  if (!relation) return undefined
  const { resource, declared, options } = endpoint
  const { property, parameter, sent, isShown } = relation
  if (parameter !== undefined)
    return itemChange(endpoint, property, before[property], request.path[parameter] ?? null)
  // The record that the id is of is looked up and shown like any other that is sent.
  if (isShown && declared.method === 'PUT') return undefined
  if (declared.method === 'PUT') {
    const body = jsonSent(request)
    return set(property, isJsonObject(body) ? (body[sent ?? ''] ?? null) : null)
  }
  if ((before[property] ?? null) === null)
    return documentsMissing(declared) ? missing(property) : { states: {}, removed: nothingRemoved }
  const node = possiblePropertiesOf(options.document, resource.record).get(property)
  return node && typesOf(options.document, node).has('null')
    ? set(property, null)
    : { states: {}, removed: new Set([property]) }
}

/** Adds an item to a list, or removes it. */
function itemChange(
  { declared }: Endpoint,
  property: string,
  list: Json | undefined,
  item: Json,
): PropertyChange | Refused {
  const items = list !== undefined && isArray(list) ? list : []
  const isPresent = items.some((present) => equalJson(present, item))
  if (declared.method === 'PUT') return set(property, isPresent ? items : [...items, item])
  if (!isPresent && documentsMissing(declared)) return missing(property)
  return set(
    property,
    items.filter((present) => !equalJson(present, item)),
  )
}

const set = (property: string, value: Json): PropertyChange => ({
  states: { [property]: value },
  removed: nothingRemoved,
})

const missing = (property: string): Refused =>
  refuse(404, 'not_found', `There is no such ${property} to take away.`)
