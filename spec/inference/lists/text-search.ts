import type { Document, Operation } from '../../document.ts'
import { queryParametersOf } from '../../parameters/members.ts'
import type { Resource } from '../../resources.ts'
import { normalizeName } from '../prose/words.ts'
import { describedSearches, searchedProperties } from './described-search.ts'
import { filterName } from './operators.ts'

const parameterNames =
  /^(?:q|query|search|searchterm|searchtext|searchquery|searchstring|terms?|keywords?|fulltext)$/

/** A full-text search of a list. */
export interface TextSearch {
  /** The name of the query parameter. */
  readonly parameter: string
  /** The properties that are searched; all if undefined. */
  readonly properties: readonly string[] | undefined
  /** Whether the properties begin with what is found. */
  readonly atStart: boolean
}

/** The full-text search that a list offers; undefined if there is none. */
export function textSearchOf(
  document: Document,
  list: Operation,
  { filters, record }: Resource,
): TextSearch | undefined {
  const parameter = queryParametersOf(list).find(
    ({ name }) =>
      parameterNames.test(normalizeName(filterName(name))) &&
      !filters.some((filter) => filter.parameter === name),
  )
  if (!parameter) return undefined
  const begun = describedSearches(document, list, record).find(
    (each) => each.parameter === parameter && each.findsBeginnings,
  )
  const properties = begun?.properties ?? searchedProperties(document, list, parameter, record)
  return { parameter: parameter.name, properties, atStart: begun !== undefined }
}

/** The searches of a list: the full-text search, and those of other parameters whose descriptions name what they search. */
export function textSearchesOf(
  document: Document,
  list: Operation,
  resource: Resource,
): readonly TextSearch[] {
  const general = textSearchOf(document, list, resource)
  const others = describedSearches(document, list, resource.record)
    .filter(({ parameter }) => parameter.name !== general?.parameter)
    .map(({ parameter, properties, findsBeginnings }) => ({
      parameter: parameter.name,
      properties,
      atStart: findsBeginnings,
    }))
  return general ? [general, ...others] : others
}
