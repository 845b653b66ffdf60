import type { Operation, Parameter } from '../../spec/document.ts'
import { statesLeftOutByDefault, type LeftOutByDefault } from '../../spec/inference/lists/left-out.ts'
import { shapesResponse } from '../../spec/inference/lists/paging.ts'
import { isArray, type Json, type JsonObject } from '../../spec/json.ts'
import type { Resource } from '../../spec/resources.ts'
import { getOrInsertComputed } from '../../spec/util/memo.ts'
import type { Api, RoleOperation } from '../api/api.ts'
import { keywordsOf } from '../api/keywords.ts'
import { asking } from '../draft.ts'
import type { Draft } from '../interaction.ts'
import { isValid } from '../requests/validity.ts'
import type { ReadableList } from './lists.ts'

export interface FilteredList extends ReadableList {
  /** Whether some parameter may exclude the record. */
  readonly isUnclear: boolean
}

/** Sets the filters of a list request to the record's own values, so that the list contains the record. */
export function withFiltersFor(of: ReadableList, record: JsonObject | undefined): FilteredList {
  const { context, resource, list, start } = of
  const { api } = context
  let narrowed: FilteredList = { ...of, isUnclear: false }
  const hiding = new Set(
    leftOutByDefault(api, resource, list)
      .filter(({ property, value }) => record?.[property] === value)
      .map(({ parameter }) => parameter),
  )
  for (const parameter of list.operation.parameters) {
    if (!isNarrow(api, resource, parameter, start) && !hiding.has(parameter)) continue
    const { name } = parameter
    const property = resource.filters.find((filter) => filter.parameter === name)?.property
    const own =
      property !== undefined && record && Object.hasOwn(record, property) ? record[property] : undefined
    const asked = own === undefined ? undefined : sentAs(own, start.query[name])
    const changed = asking(narrowed.start, { [name]: asked ?? null })
    const isClear = asked !== undefined && isValid(api, changed)
    narrowed = isClear ? { ...narrowed, start: changed } : { ...narrowed, isUnclear: true }
  }
  return narrowed
}

const known = new WeakMap<Operation, readonly LeftOutByDefault[]>()

/** The states that a list leaves out unless a parameter asks for them. */
export const leftOutByDefault = (
  { document }: Api,
  { record }: Resource,
  { operation }: RoleOperation,
): readonly LeftOutByDefault[] =>
  getOrInsertComputed(known, operation, () => statesLeftOutByDefault(document, operation, record))

/**
 * Whether a parameter excludes items, by the value sent or by its default. A switch that is off, or a search for an empty
 * string, does not.
 */
function isNarrow(api: Api, { filters }: Resource, parameter: Parameter, draft: Draft): boolean {
  const { name, schema } = parameter
  const isFilter = filters.some((filter) => filter.parameter === name)
  if (parameter.in !== 'query' || (shapesResponse(parameter) && !isFilter)) return false
  const usual = schema && keywordsOf(api, schema).get('default')
  const isOff = usual === undefined || usual === null || usual === false
  return Object.hasOwn(draft.query, name) || !(isOff || (usual === '' && !isFilter))
}

/** Wrapped in an array if an array was sent before. */
function sentAs(value: Json, before: Json | undefined): Json | undefined {
  if (typeof value === 'object') return undefined
  return before !== undefined && isArray(before) ? [value] : value
}
