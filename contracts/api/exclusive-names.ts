import type { Operation } from '../../spec/document.ts'
import {
  exclusiveParameters,
  exclusivePlaces,
  type ExclusiveNames,
  type ExclusivePlace,
} from '../../spec/inference/constraints/exclusive-names.ts'
import { isJsonObject, memberAt, type Json, type JsonObject } from '../../spec/json.ts'
import { toPointer } from '../../spec/json/pointer.ts'
import { perObject } from '../../spec/util/memo.ts'
import { withValueAt } from '../draft.ts'
import type { Api } from './api.ts'

/** What a request has one of at most, by the sentences of the document. */
export interface Exclusive {
  readonly query: readonly ExclusiveNames[]
  readonly body: readonly ExclusivePlace[]
}

/** What excludes each other in the requests of an operation. */
export const exclusiveIn: (api: Api) => (operation: Operation) => Exclusive = perObject((api: Api) =>
  perObject((operation: Operation) => ({
    query: exclusiveParameters(api.document, operation),
    body: exclusivePlaces(api.document, operation),
  })),
)

/** Whether an object has both of two names that exclude each other. */
const hasBoth = (members: JsonObject, { names }: ExclusiveNames): boolean =>
  names.every((name) => (members[name] ?? null) !== null)

/** Whether a request has nothing that excludes each other. */
export function keepsApart(
  api: Api,
  operation: Operation,
  query: JsonObject,
  body: Json | undefined,
): boolean {
  const exclusive = exclusiveIn(api)(operation)
  return (
    !exclusive.query.some((each) => hasBoth(query, each)) &&
    !exclusive.body.some((place) => {
      const members = body === undefined ? undefined : memberAt(body, place.path)
      return isJsonObject(members) && place.exclusive.some((each) => hasBoth(members, each))
    })
  )
}

/**
 * A body without all but one of the properties that exclude each other.
 * @param preferred Has what rather stays.
 */
export function withoutExclusive(api: Api, operation: Operation, body: Json, preferred: Json = {}): Json {
  let left = body
  for (const { path, exclusive } of exclusiveIn(api)(operation).body)
    for (const each of exclusive) {
      const members = memberAt(left, path)
      if (!isJsonObject(members) || !hasBoth(members, each)) continue
      const [first, second] = each.names
      const isWanted = (name: string): boolean => memberAt(preferred, [...path, name]) !== undefined
      const dropped = isWanted(second) && !isWanted(first) ? first : second
      left = withValueAt(left, toPointer([...path, dropped]), undefined) ?? left
    }
  return left
}
