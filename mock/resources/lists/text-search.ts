import type { Document, Operation } from '../../../spec/document.ts'
import { searchedProperties } from '../../../spec/inference/lists/described-search.ts'
import { normalizeName } from '../../../spec/inference/prose/words.ts'
import { isArray, isJsonObject, type Json, type JsonObject } from '../../../spec/json.ts'
import type { Resource } from '../../../spec/resources.ts'

const parameterNames =
  /^(?:q|query|search|searchterm|searchtext|searchquery|searchstring|terms?|keywords?|fulltext)$/

/** A full-text search of a list. */
export interface TextSearch {
  /** The name of the query parameter. */
  readonly parameter: string
  /** The properties that are searched; all if undefined. */
  readonly properties: readonly string[] | undefined
}

/** The full-text search that a list offers; undefined if there is none. */
export function textSearchOf(
  document: Document,
  list: Operation,
  { filters, record }: Resource,
): TextSearch | undefined {
  const parameter = list.parameters.find(
    ({ in: place, name }) =>
      place === 'query' &&
      parameterNames.test(normalizeName(name)) &&
      !filters.some((filter) => filter.parameter === name),
  )
  return (
    parameter && {
      parameter: parameter.name,
      properties: searchedProperties(document, list, parameter, record),
    }
  )
}

/**
 * Matches records that contain all words of a text, in any of the properties. Words with a colon belong to a query language of the API and
 * are ignored. Undefined if there are no words.
 */
export function matcherOf(
  { properties }: TextSearch,
  text: Json | undefined,
): ((record: JsonObject) => boolean) | undefined {
  if (typeof text !== 'string') return undefined
  const words = fold(text)
    .split(/\s+/)
    .filter((word) => word !== '' && !word.includes(':'))
  if (words.length === 0) return undefined
  return (record) => {
    const searched = properties ? properties.map((name) => record[name] ?? null) : record
    const texts = textsIn(searched).map(fold)
    return words.every((word) => texts.some((own) => own.includes(word)))
  }
}

/** Makes the comparison independent of case and Unicode compatibility variants. */
const fold = (text: string): string => text.normalize('NFKC').toLowerCase()

function textsIn(value: Json): readonly string[] {
  if (typeof value === 'string') return [value]
  if (isArray(value)) return value.flatMap(textsIn)
  return isJsonObject(value) ? Object.values(value).flatMap(textsIn) : []
}
