import { documentsMissing, relationOf, type Relation } from '../../spec/inference/references/relations.ts'
import { equalJson, isArray, isJsonObject, type Json, type JsonObject } from '../../spec/json.ts'
import { possiblePropertiesOf } from '../../spec/schemas/properties.ts'
import { typesOf } from '../../spec/schemas/types.ts'
import { jsonSent, type RequestValues } from '../../spec/request.ts'
import { refuse, type Refused } from '../behaviour.ts'
import type { Desk } from './desk.ts'

/** What becomes of a record's property that something is put into, or taken from. */
interface Related {
  readonly states: JsonObject
  readonly removed: ReadonlySet<string>
}

const none: ReadonlySet<string> = new Set()

const known = new WeakMap<Desk, Relation | 'none'>()

function relationAt(desk: Desk): Relation | undefined {
  const found = known.get(desk) ?? findRelation(desk) ?? 'none'
  known.set(desk, found)
  return found === 'none' ? undefined : found
}

function findRelation({ resource, declared, options: { document } }: Desk): Relation | undefined {
  const isRelating = declared.method === 'PUT' || declared.method === 'DELETE'
  return isRelating ? relationOf(document, resource.record, declared) : undefined
}

/** Undefined where the operation does something else, or nothing. */
export function relatedBy(
  desk: Desk,
  request: RequestValues,
  before: JsonObject,
): Related | Refused | undefined {
  const relation = relationAt(desk)
  if (!relation) return undefined
  const { resource, declared, options } = desk
  const { property, parameter, sent } = relation
  const isPut = declared.method === 'PUT'
  const old = before[property]
  const set = (value: Json): Related => ({ states: { [property]: value }, removed: none })
  const missing = refuse(404, 'not_found', `There is no such ${property} to take away.`)
  if (parameter !== undefined) {
    const member = request.path[parameter] ?? null
    const all = isArray(old ?? null) ? (old as readonly Json[]) : []
    const isThere = all.some((each) => equalJson(each, member))
    if (!isPut && !isThere && documentsMissing(declared)) return missing
    return set(isPut ? (isThere ? all : [...all, member]) : all.filter((each) => !equalJson(each, member)))
  }
  const body = jsonSent(request)
  if (isPut) return set(isJsonObject(body) ? (body[sent ?? ''] ?? null) : null)
  if ((old ?? null) === null) return documentsMissing(declared) ? missing : { states: {}, removed: none }
  const node = possiblePropertiesOf(options.document, resource.record).get(property)
  return node && typesOf(options.document, node).has('null')
    ? set(null)
    : { states: {}, removed: new Set([property]) }
}
