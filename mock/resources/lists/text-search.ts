import type { TextSearch } from '../../../spec/inference/lists/text-search.ts'
import { isArray, isJsonObject, type Json, type JsonObject } from '../../../spec/json.ts'

/**
 * Matches records that contain all words of a text, in any of the properties, or that begin with them. Words with a colon belong to a query language of the API and
 * are ignored. Undefined if there are no words.
 */
export function matcherOf(
  { properties, atStart }: Omit<TextSearch, 'parameter'>,
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
    if (atStart) return texts.some((own) => own.startsWith(words.join(' ')))
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
