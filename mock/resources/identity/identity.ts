import { singular, wordsOf } from '../../../spec/inference/prose/words.ts'
import { lastSegment } from '../../../spec/inference/references/names.ts'
import { isJsonObject, memberAt, type Json, type JsonObject } from '../../../spec/json.ts'
import { jsonSent, type RequestValues } from '../../../spec/request.ts'
import type { Reference, Resource, ResourceOperation } from '../../../spec/resources.ts'
import { getOrInsertComputed } from '../../../spec/util/memo.ts'
import { refuse, type Refused } from '../../behaviour.ts'
import type { Id } from '../../store/store.ts'

/** The key of a singleton's only record. */
export const singletonId = ''

/** The ids of the containing records from the path of a request, outermost first. */
export function scopeOf({ scope }: ResourceOperation, request: RequestValues): readonly Id[] {
  return scope.map((name) => idInPath(request, name) ?? '')
}

/** The id in a path parameter. A list of ids counts as one id: `/groups/1,2`. */
export function idInPath({ path }: RequestValues, name: string): Id | undefined {
  const value = path[name]
  return Array.isArray(value) ? value.map(String).join() : idOf(value)
}

/** A value as an id; undefined if its type cannot be one. */
export function idOf(value: Json | undefined): Id | undefined {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint'
    ? value
    : undefined
}

/** The reference of records whose ids are those of other records, such as the users who are members. */
export const identityReference = ({ references, idProperty }: Resource): Reference | undefined =>
  references.find(({ property }) => property === idProperty)

/** The id of the record that a request is about, from its path or from the record in its body. */
export function targetOf(
  resource: Resource,
  operation: ResourceOperation,
  request: RequestValues,
): Id | undefined {
  if (resource.kind === 'singleton') return singletonId
  if (operation.idParameter !== undefined) return idInPath(request, operation.idParameter)
  const sent = sentRecord(operation, request)
  return resource.idProperty === undefined ? undefined : idOf(sent?.[resource.idProperty])
}

/** The record in a request body; undefined if there is none. */
export function sentRecord(
  { requestPath }: ResourceOperation,
  request: RequestValues,
): JsonObject | undefined {
  const record = memberAt(jsonSent(request), requestPath)
  return isJsonObject(record) ? record : undefined
}

const nouns = new WeakMap<Resource, string>()

/** The noun for one record: `order` for `/store/orders`, `line item` for `/line-items`. */
export function nounOf(resource: Resource): string {
  return getOrInsertComputed(nouns, resource, () => readNoun(resource))
}

function readNoun({ name }: Resource): string {
  const words = wordsOf(lastSegment(name) || 'record')
  return [...words.slice(0, -1), singular(words.at(-1) ?? 'record')].join(' ')
}

/** The noun and the id of a record, for messages: `order 7`; of a singleton only the noun. */
export function nameOf(resource: Resource, id: Id): string {
  return resource.kind === 'singleton' ? nounOf(resource) : `${nounOf(resource)} ${String(id)}`
}

/** A 404 that names the missing record. */
export function notFound(resource: Resource, id: Id): Refused {
  return refuse(404, 'not_found', `There is no ${nameOf(resource, id)}.`)
}
