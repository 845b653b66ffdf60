import type { Operation, Parameter } from '../../spec/document.ts'
import { includedStatesOf } from '../../spec/inference/lists/included-states.ts'
import { statesLeftOutByDefault, type LeftOutByDefault } from '../../spec/inference/lists/left-out.ts'
import { shapesResponse } from '../../spec/inference/lists/paging.ts'
import { isArray, type Json, type JsonObject } from '../../spec/json.ts'
import { flatQuery } from '../../spec/parameters/flat-query.ts'
import { queryParametersOf } from '../../spec/parameters/members.ts'
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
  const { context, resource, list } = of
  const { api } = context
  let narrowed: FilteredList = { ...of, start: showing(of, record), isUnclear: false }
  const hiding = new Set(
    leftOutByDefault(api, resource, list)
      .filter(({ property, value }) => record?.[property] === value)
      .map(({ parameter }) => parameter),
  )
  const asked = flatQuery(of.start.operation, of.start.query)
  for (const parameter of queryParametersOf(list.operation)) {
    if (!isNarrow(api, resource, parameter, asked) && !hiding.has(parameter)) continue
    const { name } = parameter
    const property = resource.filters.find((filter) => filter.parameter === name)?.property
    const own =
      property !== undefined && record && Object.hasOwn(record, property) ? record[property] : undefined
    const value = own === undefined ? undefined : sentAs(own, asked[name])
    const changed = asking(narrowed.start, { [name]: value ?? null })
    const isClear = value !== undefined && isValid(api, changed)
    narrowed = isClear ? { ...narrowed, start: changed } : { ...narrowed, isUnclear: true }
  }
  return narrowed
}

/** The list request with the switches that show records in the record's own states: `include_archived`. */
function showing({ context, resource, list, start }: ReadableList, record: JsonObject | undefined): Draft {
  const states = includedStatesOf(context.api.document, list.operation, resource.record, [])
  const own = states.filter(({ property, state }) => record?.[property] === state)
  return own.length === 0
    ? start
    : asking(start, Object.fromEntries(own.map(({ parameter }) => [parameter.name, true])))
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
function isNarrow(api: Api, { filters }: Resource, parameter: Parameter, asked: JsonObject): boolean {
  const { name, schema } = parameter
  const isFilter = filters.some((filter) => filter.parameter === name)
  if (shapesResponse(parameter) && !isFilter) return false
  const usual = schema && keywordsOf(api, schema).get('default')
  const isOff = usual === undefined || usual === null || usual === false
  return Object.hasOwn(asked, name) || !(isOff || (usual === '' && !isFilter))
}

/** Wrapped in an array if an array was sent before. */
function sentAs(value: Json, before: Json | undefined): Json | undefined {
  if (typeof value === 'object') return undefined
  return before !== undefined && isArray(before) ? [value] : value
}
