import type { Document, Operation, Parameter } from '../../../../spec/document.ts'
import { itemNamesOf, type ItemNames } from '../../../../spec/inference/lists/item-names.ts'
import { parameterDescription } from '../../../../spec/inference/prose/sentences.ts'
import { normalizeName } from '../../../../spec/inference/prose/words.ts'
import { isArray, memberNamed, type Json, type JsonObject } from '../../../../spec/json.ts'
import { queryParametersOf } from '../../../../spec/parameters/members.ts'
import type { Resource } from '../../../../spec/resources.ts'
import { possiblePropertiesOf } from '../../../../spec/schemas/properties.ts'
import { typesOf } from '../../../../spec/schemas/types.ts'
import { idOf } from '../../identity/identity.ts'
import { dayOf } from './condition-filter.ts'
import { comparisonNamed, listed } from './json-filter.ts'
import type { RecordFilter } from './record-filter.ts'
import { valuesAt } from './values-at.ts'

/** Selects records by the value of a parameter whose name says how: `include`, `price__range`, `filter[title][_nnull]`, `tags`. */
export interface NamedFilter {
  readonly parameter: string
  readonly matches: (record: JsonObject, value: Json) => boolean
}

type Matches = NamedFilter['matches']

/**
 * The parameters of a list that select records by their ids, or by an operator in their name, beside those that filters and conditions
 * have.
 * @param taken the names of the parameters that have a meaning already
 */
export function namedFiltersOf(
  document: Document,
  operation: Operation,
  { record, idProperty }: Resource,
  taken: ReadonlySet<string>,
): readonly NamedFilter[] {
  const properties = possiblePropertiesOf(document, record)
  const itemNames = itemNamesOf(document, operation, record)
  return queryParametersOf(operation).flatMap((parameter): readonly NamedFilter[] => {
    if (taken.has(parameter.name)) return []
    const matches =
      byIds(document, parameter, idProperty) ??
      byOperator(document, parameter, [...properties.keys()]) ??
      byItemNames(itemNames.find((each) => each.parameter.name === parameter.name))
    return matches ? [{ parameter: parameter.name, matches }] : []
  })
}

const included = /^(?:include|only)?(?:ids?)?$/
const excluded = /^(?:exclude|except|omit|not|without)(?:ids?)?$/

/** "Limit result set to specific IDs", "Ensure result set excludes specific IDs": `include=3,5`, `exclude=7`, `ids=3,5`. */
function byIds(
  document: Document,
  parameter: Parameter,
  idProperty: string | undefined,
): Matches | undefined {
  const name = normalizeName(parameter.name)
  const isExclusion = excluded.test(name)
  const text = parameterDescription(document, parameter)
  if (
    idProperty === undefined ||
    !(isExclusion || included.test(name)) ||
    !/(?:^|[^a-z])ids?\b/i.test(`${text} ${parameter.name}`)
  )
    return undefined
  return (record, value) =>
    listed(value).some((each) => String(idOf(each)) === String(idOf(record[idProperty]))) !== isExclusion
}

/** An operator after the name of a property, or after a path into it: `rating__isnull`, `filters[title][$notContains]`. */
function byOperator(
  document: Document,
  { name, schema }: Parameter,
  properties: readonly string[],
): Matches | undefined {
  const parts = name.split(/[[\].]+|__/).filter((part) => part !== '')
  const [first = '', ...others] = /^(?:filters?|where)$/i.test(parts[0] ?? '') ? parts.slice(1) : parts
  const property = properties.find((each) => normalizeName(each) === normalizeName(first))
  const compare = comparisonNamed(others.at(-1) ?? '')
  if (property === undefined || !compare) return undefined
  const isByDay = others.at(-2) === 'date'
  const path = [property, ...others.slice(0, isByDay ? -2 : -1)]
  const isList = compare.takesList && schema !== undefined && !typesOf(document, schema).has('array')
  return (record, value) => {
    const own = valuesAt(record, path)
    return compare.holds(isByDay ? own.map(dayOf) : own, isList ? listed(value) : value)
  }
}

/** One of the names or ids that are asked for is that of an object in a list: `tags=red,blue`. */
const byItemNames = (found: ItemNames | undefined): Matches | undefined =>
  found &&
  ((record, value) => {
    const wanted = new Set(listed(value).map(written))
    return found.names.some((name) =>
      valuesAt(record, [found.property, name]).some((each) => wanted.has(written(each))),
    )
  })

const written = (value: Json): string => String(idOf(value))

/** The filter with the value that it has in a query; undefined if the query does not have it. */
export function namedFilter(
  { parameter, matches }: NamedFilter,
  query: JsonObject,
): RecordFilter | undefined {
  const value = memberNamed(query, parameter)
  const isNothing =
    value === undefined || value === null || value === '' || (isArray(value) && value.length === 0)
  return isNothing ? undefined : (record) => matches(record, value)
}
