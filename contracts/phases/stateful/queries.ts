import {
  asksForId,
  compareOrdered,
  queriesOf as inferQueries,
  type Query as Inferred,
} from '../../../spec/inference/queries.ts'
import { idsTold } from '../../../spec/inference/references.ts'
import { isArray, isJsonObject, type Json, type JsonObject } from '../../../spec/json.ts'
import { resolvePointer } from '../../../spec/pointer.ts'
import type { Resource } from '../../../spec/resources.ts'
import { operationFor, type Api } from '../../api.ts'
import { sameId } from '../../records/records.ts'

/** What a query parameter of a list asks of a property of its items. */
export interface Query extends Inferred {
  /** Whether the document says in words what the parameter is for. */
  readonly isDescribed: boolean
}

/** The queries of a resource's list that its own filters do not cover. */
export function queriesOf(api: Api, resource: Resource): readonly Query[] {
  const list = operationFor(api, resource, 'list')
  if (!list) return []
  return inferQueries(api.document, list.operation, resource).map((query) => ({
    ...query,
    isDescribed: isText(resolvePointer(api.document.root, query.parameter.pointer)),
  }))
}

const isText = (object: unknown): boolean =>
  typeof (object as { readonly description?: unknown } | undefined)?.description === 'string'

/** Whether an item is what was asked for; undefined when that cannot be told. */
export function matches(query: Query, value: Json, item: JsonObject): boolean | undefined {
  const { kind, property } = query
  const own = Object.hasOwn(item, property) ? item[property] : undefined
  if (kind === 'reference')
    return asksForId(query) && own !== undefined && own !== null
      ? idsTold(own, query).some((id) => sameId(id, value))
      : undefined
  if (kind === 'member') return isArray(own) ? own.includes(value) : undefined
  if (kind === 'field')
    return own === undefined || own === null || isJsonObject(own) ? undefined : own === value
  const order = compareOrdered(own, value)
  // Whether a bound belongs to what it bounds is the API's own affair.
  return order === undefined || order === 0 ? undefined : order > 0 === (kind === 'least')
}

/** Values worth asking for: each leaves out some of the items there are, or all of them. */
export function valuesFor(query: Query, items: readonly JsonObject[]): readonly Json[] {
  const there = items.flatMap((item) => {
    const own = item[query.property]
    if (query.kind === 'reference') return idsTold(own, query)
    return own === undefined || own === null || isJsonObject(own) ? [] : isArray(own) ? own : [own]
  })
  const distinct = [...new Set(there)]
  if (query.kind === 'member' || query.kind === 'field' || query.kind === 'reference') {
    return distinct.filter((value) => items.some((item) => matches(query, value, item) === false)).slice(0, 3)
  }
  const sorted = distinct.sort((a, b) => compareOrdered(a, b) ?? 0)
  const [lowest, highest] = [sorted[0], sorted.at(-1)]
  return sorted.length < 2 || lowest === undefined || highest === undefined ? [] : [lowest, highest]
}
