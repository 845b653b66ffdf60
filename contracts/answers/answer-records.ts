import { responseFor } from '../../spec/document.ts'
import { jsonSchema } from '../../spec/inference/bodies/content.ts'
import { isListName, isRecordName } from '../../spec/inference/bodies/envelope.ts'
import { pathParametersIn } from '../../spec/inference/paths/item-path.ts'
import { lastLiteral, parseTemplate } from '../../spec/inference/paths/template.ts'
import { singular } from '../../spec/inference/prose/words.ts'
import { lastSegment } from '../../spec/inference/references/names.ts'
import { equalJson, isArray, isJsonObject, memberAt, type Json, type JsonObject } from '../../spec/json.ts'
import type { Resource, ResourceOperation } from '../../spec/resources.ts'
import { jsonOf } from '../answer.ts'
import type { Api } from '../api/api.ts'
import { textOfId } from '../draft.ts'
import type { Answer, Fixture } from '../interaction.ts'

/** Returns the id in a record, which may be the last segment of its path: `projects/4/topics/7`. */
export function idIn(
  record: JsonObject | undefined,
  { idProperty, idPath, itemPath, name: resource }: Resource,
): Json | undefined {
  const nested = idPath && memberAt(record, idPath)
  if (idPath) return isId(nested) ? nested : undefined
  if (idProperty === undefined || record === undefined) return undefined
  // Many databases name the id `_id`, whatever the document says, and some records have no id beside `field` in `/fields`.
  const names = [idProperty, '_id', ...(idProperty === 'id' ? [singular(lastSegment(resource))] : [])]
  const name = names.find((each) => Object.hasOwn(record, each))
  const id = name === undefined ? undefined : record[name]
  if (!isId(id)) return undefined
  return (typeof id === 'string' ? pathParametersIn(id, itemPath)?.at(-1) : undefined) ?? id
}

/** The value by which request bodies refer to a record: the path, if its id property holds the path, otherwise the id. */
export function referenceValue({ idProperty = '', itemPath }: Resource, { record, id }: Fixture): Json {
  const value = record?.[idProperty]
  return typeof value === 'string' && pathParametersIn(value, itemPath) !== undefined ? value : id
}

/** Whether a value has the type of an id. */
export const isId = (value: Json | undefined): value is string | number | bigint =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint'

/** Returns the record in an answer, or undefined if the operation's responses carry none. */
export function recordIn(answer: Answer, role: ResourceOperation): JsonObject | undefined {
  const record = carriedBy(answer, role, isRecordName, isJsonObject)
  return isJsonObject(record) ? record : undefined
}

/**
 * Whether a POST that is meant for one record has added another one: its response has another `id` than the record that is read
 * afterwards. What a POST does is for the server to say (RFC 9110 §9.3.3).
 */
export function hasAdded({ model }: Api, answer: Answer, seen: JsonObject): boolean {
  const role = answer.method === 'POST' ? model.roles.get(answer.draft.operation.id)?.operation : undefined
  const [id, other] = [role && recordIn(answer, role), seen].map((record) => record?.['id'])
  return isId(id) && isId(other) && !sameId(id, other)
}

/** Returns the records of a list; undefined when the answer does not have a list in its place. */
export function recordsIn(answer: Answer, role: ResourceOperation): readonly JsonObject[] | undefined {
  const items = carriedBy(answer, role, isListName, isArray)
  if (items === undefined || !isArray(items)) return undefined
  const records = items.filter((item) => isJsonObject(item))
  // An undescribed response may list names instead of records.
  return records.length === 0 && items.length > 0 ? undefined : records
}

/** Returns the value at the declared place; for an undescribed answer also inside an envelope recognised by its property name. */
function carriedBy(
  answer: Answer,
  { responsePath }: ResourceOperation,
  isName: (property: string, collection: string) => boolean,
  isWanted: (value: Json) => boolean,
): Json | undefined {
  const found = responsePath && memberAt(jsonOf(answer), responsePath)
  const mayWrap = isJsonObject(found) && !Object.hasOwn(found, 'id') && !Object.hasOwn(found, '_id')
  if (!mayWrap || responsePath?.length !== 0 || isDescribed(answer)) return found
  const collection = lastLiteral(parseTemplate(answer.draft.operation.path).segments)
  const inside = Object.entries(found).find(([name, value]) => isName(name, collection) && isWanted(value))
  return inside ? inside[1] : found
}

/** Whether the document has a schema for the answer. */
function isDescribed({ operation, status }: Answer): boolean {
  const content = operation && responseFor(operation, status)?.content
  const schema = jsonSchema(content ?? [])?.schema
  return typeof schema === 'object' && Object.keys(schema).length > 0
}

/** Whether two ids are the same, one of them possibly a number and the other its text. */
export function sameId(a: Json | undefined, b: Json | undefined): boolean {
  return a !== undefined && b !== undefined && (equalJson(a, b) || textOfId(a) === textOfId(b))
}
