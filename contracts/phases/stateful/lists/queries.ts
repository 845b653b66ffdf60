import type { SchemaNode } from '../../../../spec/document.ts'
import { asksForId, conditionsOf, type Condition } from '../../../../spec/inference/lists/conditions.ts'
import { compareOrdered, satisfiesOperator } from '../../../../spec/inference/lists/matching.ts'
import type { TextMatch } from '../../../../spec/inference/lists/text-match.ts'
import { parameterDescription } from '../../../../spec/inference/prose/sentences.ts'
import { referencedIds } from '../../../../spec/inference/references/referenced-ids.ts'
import { isArray, isJsonObject, type Json, type JsonObject } from '../../../../spec/json.ts'
import type { Resource } from '../../../../spec/resources.ts'
import { typesOf } from '../../../../spec/schemas/types.ts'
import { sameId } from '../../../answers/answer-records.ts'
import { recordProperties, type Api, type RoleOperation } from '../../../api/api.ts'
import { keywordsOf } from '../../../api/keywords.ts'

/** The condition that a query parameter sets on a property of the items. */
export interface Query extends Condition {
  /** Whether the document describes the parameter's meaning. */
  readonly isDescribed: boolean
  /** Whether records show the property with full precision: an instant or a computed number may be rounded. */
  readonly isExact: boolean
}

/** The queries of a list that its filters do not cover. */
export const queriesOf = (api: Api, resource: Resource, { operation }: RoleOperation): readonly Query[] =>
  conditionsOf(api.document, operation, resource).map((query) => ({
    ...query,
    isDescribed: parameterDescription(api.document, query.parameter) !== '',
    isExact: isExact(api, recordProperties(api, resource).get(query.property)),
  }))

/** Whether records show a property with full precision. */
export function isExact(api: Api, node: SchemaNode | undefined): boolean {
  if (node === undefined) return false
  const keywords = keywordsOf(api, node)
  if (keywords.get('format') === 'date') return true
  const types = typesOf(api.document, node)
  if (types.has('string')) return false
  return !types.has('number') || keywords.has('multipleOf') || keywords.get('readOnly') !== true
}

/** Whether an item matches the query; undefined if that cannot be decided. */
export function matches(query: Query, value: Json, item: JsonObject): boolean | undefined {
  const own = Object.hasOwn(item, query.property) ? (item[query.property] ?? null) : null
  if (own === null) return undefined
  switch (query.kind) {
    case 'reference':
      return asksForId(query) ? referencedIds(own, query).some((id) => sameId(id, value)) : undefined
    case 'member':
      return isArray(own) ? own.includes(value) : undefined
    case 'part':
    case 'unlike':
      return isFoundBy(query, own, value)
    default:
      return isWithin(query, own, value)
  }
}

/** Bounds may be inclusive or exclusive unless the document says so. */
function isWithin(query: Query, own: Json, value: Json): boolean | undefined {
  const order = compareOrdered(own, query.bound ?? value)
  if (order === 0 && query.isExact && query.edge) return query.edge === 'in'
  if (order === 0) return typeof own === 'string' ? isTimeAtEdge(query) : undefined
  return order === undefined ? undefined : order > 0 === (query.kind === 'least')
}

/** Whether a time at the bound is meant; undefined where that depends on a fraction of a second that is not shown. */
export function isTimeAtEdge({ kind, edge }: Pick<Query, 'kind' | 'edge'>): boolean | undefined {
  if (kind === 'least') return edge === 'in' ? true : undefined
  return edge === 'out' ? false : undefined
}

/** The API decides on case sensitivity unless the operator specifies it. */
function isFoundBy(query: Query, own: Json, value: Json): boolean | undefined {
  const isFound = satisfiesOperator(query, own, value)
  const isTold = query.match?.ignoresCase === true || typeof own !== 'string' || typeof value !== 'string'
  return isTold || satisfiesOperator(query, own.toLowerCase(), value.toLowerCase()) === isFound
    ? isFound
    : undefined
}

/**
 * Parts of a text that leave something of it out: one that is asked for, in the other case too where that makes no
 * difference, and one from its other end, which is not.
 */
function partsOf(text: Json, { at, ignoresCase }: TextMatch): readonly string[] {
  // Any other character may have a special meaning in patterns.
  if (typeof text !== 'string' || !/^[a-z0-9 ]{5,}$/i.test(text)) return []
  const [start, end, inside] = [text.slice(0, -1), text.slice(1), text.slice(1, -1)].map((part) =>
    part.trim(),
  )
  const [asked = '', other] = at === 'start' ? [start, end] : at === 'end' ? [end, start] : [inside]
  const turned = asked === asked.toUpperCase() ? asked.toLowerCase() : asked.toUpperCase()
  return [asked, ...(ignoresCase ? [turned] : []), ...(other === undefined ? [] : [other])]
}

/** Values that each exclude some or all of the existing items. */
export function valuesFor(query: Query, items: readonly JsonObject[]): readonly Json[] {
  const there = items.flatMap((item) => {
    const own = item[query.property]
    if (query.kind === 'reference') return referencedIds(own, query)
    return own === undefined || own === null || isJsonObject(own) ? [] : isArray(own) ? own : [own]
  })
  const distinct = [...new Set(there.filter((each) => each !== null))]
  const { kind, match } = query
  if (kind !== 'least' && kind !== 'most') {
    const asked = match ? distinct.flatMap((each) => partsOf(each, match)) : distinct
    return asked.filter((value) => items.some((item) => matches(query, value, item) === false)).slice(0, 3)
  }
  if (query.bound !== undefined)
    return items.some((item) => matches(query, true, item) === false) ? [true] : []
  const sorted = distinct.sort((a, b) => compareOrdered(a, b) ?? 0)
  const worth = [sorted[0], sorted.at(-1), sorted[Math.floor(sorted.length / 2)]]
  return sorted.length < 2 && !(query.isExact && query.edge)
    ? []
    : [...new Set(worth.filter((each) => each !== undefined))]
}
