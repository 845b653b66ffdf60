import type { Operation } from '../../spec/document.ts'
import {
  bodyAlternatives,
  parameterAlternatives,
  type Alternative,
  type Alternatives,
  type AlternativesAt,
} from '../../spec/inference/constraints/alternatives.ts'
import { isJsonObject, memberAt, type Json, type JsonObject } from '../../spec/json.ts'
import { toPointer } from '../../spec/json/pointer.ts'
import { perObject } from '../../spec/util/memo.ts'
import { withValueAt } from '../draft.ts'
import type { Api } from './api.ts'

/** The alternatives in a request. */
export interface RequestAlternatives {
  readonly query: Alternatives
  readonly body: readonly AlternativesAt[]
}

/** What requests of an operation have at most one of, and what they have at least one of, by the sentences of the document. */
export const alternativesIn: (api: Api) => (operation: Operation) => RequestAlternatives = perObject(
  (api: Api) =>
    perObject((operation: Operation) => ({
      query: parameterAlternatives(api.document, operation),
      body: bodyAlternatives(api.document, operation),
    })),
)

const isGiven = (members: JsonObject, name: string): boolean => (members[name] ?? null) !== null

const hasAll = (members: JsonObject, { names }: Alternative): boolean =>
  names.every((name) => isGiven(members, name))

/** Whether an object has one of the names. */
const hasAny = (members: JsonObject, { names }: Alternative): boolean =>
  names.some((name) => isGiven(members, name))

/** Whether the query of a request keeps to the alternatives. */
export function queryKeepsAlternatives(api: Api, operation: Operation, query: JsonObject): boolean {
  const { exclusive, needed } = alternativesIn(api)(operation).query
  return !exclusive.some((each) => hasAll(query, each)) && needed.every((each) => hasAny(query, each))
}

/** Whether a body has nothing that excludes each other, and what is needed. */
export const bodyKeepsAlternatives = (api: Api, operation: Operation, body: Json | undefined): boolean =>
  hasNeeded(api, operation, body) &&
  !alternativesIn(api)(operation).body.some(({ path, exclusive }) => {
    const members = body === undefined ? undefined : memberAt(body, path)
    return isJsonObject(members) && exclusive.some((each) => hasAll(members, each))
  })

/** Whether a body has one of each set of properties of which one is needed. */
export const hasNeeded = (api: Api, operation: Operation, body: Json | undefined): boolean =>
  alternativesIn(api)(operation).body.every(({ path, needed }) => {
    const members = body === undefined ? undefined : memberAt(body, path)
    return !isJsonObject(members) || needed.every((each) => hasAny(members, each))
  })

/**
 * A body without all but one of the properties that exclude each other.
 * @param preferred Has what rather stays.
 */
export function withoutExclusive(api: Api, operation: Operation, body: Json, preferred: Json = {}): Json {
  let left = body
  for (const { path, exclusive } of alternativesIn(api)(operation).body)
    for (const each of exclusive) {
      const members = memberAt(left, path)
      if (!isJsonObject(members) || !hasAll(members, each)) continue
      const isWanted = (name: string): boolean => memberAt(preferred, [...path, name]) !== undefined
      const dropped = each.names.toReversed().find((name) => !isWanted(name)) ?? each.names[0] ?? ''
      left = withValueAt(left, toPointer([...path, dropped]), undefined) ?? left
    }
  return left
}
