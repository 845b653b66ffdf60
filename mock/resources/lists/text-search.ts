import type { Operation } from '../../../spec/document.ts'
import { normalizeName } from '../../../spec/inference/prose/words.ts'
import { isArray, isJsonObject, type Json, type JsonObject } from '../../../spec/json.ts'
import type { Resource } from '../../../spec/resources.ts'

const parameterNames =
  /^(?:q|query|search|searchterm|searchtext|searchquery|searchstring|terms?|keywords?|fulltext)$/

/** The name of the full-text search parameter of a list; undefined if there is none. */
export function searchParameterOf({ parameters }: Operation, { filters }: Resource): string | undefined {
  return parameters.find(
    ({ in: place, name }) =>
      place === 'query' &&
      parameterNames.test(normalizeName(name)) &&
      !filters.some(({ parameter }) => parameter === name),
  )?.name
}

/**
 * Matches records that contain all words of a text, in any property. Words with a colon belong to a query language of the API and
 * are ignored. Undefined if there are no words.
 */
export function matcherOf(text: Json | undefined): ((record: JsonObject) => boolean) | undefined {
  if (typeof text !== 'string') return undefined
  const words = fold(text)
    .split(/\s+/)
    .filter((word) => word !== '' && !word.includes(':'))
  if (words.length === 0) return undefined
  return (record) => {
    const texts = textsIn(record).map(fold)
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
