import type { Operation } from '../../spec/document.ts'
import { normalizeName } from '../../spec/inference/prose/words.ts'
import { isArray, isJsonObject, type Json, type JsonObject } from '../../spec/json.ts'
import type { Resource } from '../../spec/resources.ts'

const names = /^(?:q|query|search|searchterm|searchtext|searchquery|searchstring|terms?|keywords?|fulltext)$/

/** The parameter of a list that asks for words, wherever a record has them. */
export function searchOf({ parameters }: Operation, { filters }: Resource): string | undefined {
  return parameters.find(
    ({ in: place, name }) =>
      place === 'query' &&
      names.test(normalizeName(name)) &&
      !filters.some(({ parameter }) => parameter === name),
  )?.name
}

/** Whether a record has all the words of a text; those with a colon are of a language of the API's own, and are not looked for. */
export function matcherOf(text: Json | undefined): ((record: JsonObject) => boolean) | undefined {
  if (typeof text !== 'string') return undefined
  const words = fold(text)
    .split(/\s+/)
    .filter((word) => word !== '' && !word.includes(':'))
  if (words.length === 0) return undefined
  return (record) => {
    const own = textsIn(record).map(fold)
    return words.every((word) => own.some((each) => each.includes(word)))
  }
}

const fold = (text: string): string => text.normalize('NFKC').toLowerCase()

function textsIn(value: Json): readonly string[] {
  if (typeof value === 'string') return [value]
  if (isArray(value)) return value.flatMap(textsIn)
  return isJsonObject(value) ? Object.values(value).flatMap(textsIn) : []
}
