import { responseFor } from '../../spec/document.ts'
import { jsonSchema } from '../../spec/inference/bodies/content.ts'
import { isListName, isRecordName } from '../../spec/inference/bodies/envelope.ts'
import { pathParametersIn } from '../../spec/inference/paths/item-path.ts'
import { lastLiteral, parseTemplate } from '../../spec/inference/paths/template.ts'
import { equalJson, isArray, isJsonObject, memberAt, type Json, type JsonObject } from '../../spec/json.ts'
import type { Resource, ResourceOperation } from '../../spec/resources.ts'
import type { Answer, Fixture } from '../interaction.ts'
import { jsonOf } from '../answer.ts'
import { textOfId } from '../draft.ts'

/** The id that a record shows, which may stand at the end of its path: `projects/4/topics/7`. */
export function idIn(record: JsonObject | undefined, { idProperty, itemPath }: Resource): Json | undefined {
  if (idProperty === undefined || record === undefined) return undefined
  // What a document calls the id many databases call so.
  const name = [idProperty, '_id'].find((each) => Object.hasOwn(record, each))
  const id = name === undefined ? undefined : record[name]
  if (!isId(id)) return undefined
  return (typeof id === 'string' ? pathParametersIn(id, itemPath)?.at(-1) : undefined) ?? id
}

/** What bodies call a record: as its own id property does, by its path where that stands there. */
export function referenceValue({ idProperty = '', itemPath }: Resource, { record, id }: Fixture): Json {
  const told = record?.[idProperty]
  return typeof told === 'string' && pathParametersIn(told, itemPath) !== undefined ? told : id
}

/** Whether a value may be an id by its type. */
export const isId = (value: Json | undefined): value is string | number | bigint =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint'

/** The record in an answer, where the operation's responses carry it. */
export function recordIn(answer: Answer, role: ResourceOperation): JsonObject | undefined {
  const found = carriedBy(answer, role, isRecordName, isJsonObject)
  return isJsonObject(found) ? found : undefined
}

/** The records of a list; undefined when the answer holds no list where it should be. */
export function recordsIn(answer: Answer, role: ResourceOperation): readonly JsonObject[] | undefined {
  const found = carriedBy(answer, role, isListName, isArray)
  if (found === undefined || !isArray(found)) return undefined
  const records = found.filter((each) => isJsonObject(each))
  // A list of names, where no answer is described.
  return records.length === 0 && found.length > 0 ? undefined : records
}

/** What stands where the document says; where it says nothing of the answer, in an envelope that is one by its names, too. */
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

/** Whether both are one id, be it told as a number or as a text. */
export function sameId(a: Json | undefined, b: Json | undefined): boolean {
  return a !== undefined && b !== undefined && (equalJson(a, b) || textOfId(a) === textOfId(b))
}
