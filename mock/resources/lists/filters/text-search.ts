import type { TextSearch } from '../../../../spec/inference/lists/text-search.ts'
import { isArray, isJsonObject, stringifyJson, type Json, type JsonObject } from '../../../../spec/json.ts'
import { perObject } from '../../../../spec/util/memo.ts'
import type { Selection } from '../../../store/store.ts'
import type { RecordFilter } from './record-filter.ts'

/**
 * Matches records that contain all words of a text, in any of the properties, or that begin with them. Words with a colon belong to a query language of the API and
 * are ignored. Undefined if there are no words.
 */
export function matcherOf(
  { properties, atStart }: Omit<TextSearch, 'parameter'>,
  text: Json | undefined,
): RecordFilter | undefined {
  if (typeof text !== 'string') return undefined
  const words = fold(text)
    .split(/\s+/)
    .filter((word) => word !== '' && !word.includes(':'))
  if (words.length === 0) return undefined
  const ownTexts = textsOf(properties ?? everywhere)
  return (record) => {
    const texts = ownTexts(record)
    if (atStart) return texts.some((own) => own.startsWith(words.join(' ')))
    return words.every((word) => texts.some((own) => own.includes(word)))
  }
}

/** The records that an operation finds by a text; undefined if it has no words. */
export function textSelection(
  operationId: string,
  search: TextSearch,
  text: Json | undefined,
): Selection | undefined {
  const matches = matcherOf(search, text)
  return (
    matches && {
      key: `${operationId} ${stringifyJson(text ?? null)}`,
      matches,
      compare: undefined,
      lastFirst: false,
    }
  )
}

/** Where no properties are named. */
const everywhere: readonly string[] = []

/**
 * The texts in these properties of a record, or in all of them, ready for comparison. They are kept with the record, which is immutable
 * and searched again and again.
 */
const textsOf = perObject((properties: readonly string[]) =>
  perObject((record: JsonObject) =>
    textsIn(properties === everywhere ? record : properties.map((name) => record[name] ?? null)).map(fold),
  ),
)

/** Makes the comparison independent of case and Unicode compatibility variants. */
const fold = (text: string): string => text.normalize('NFKC').toLowerCase()

function textsIn(value: Json): readonly string[] {
  if (typeof value === 'string') return [value]
  if (isArray(value)) return value.flatMap(textsIn)
  return isJsonObject(value) ? Object.values(value).flatMap(textsIn) : []
}
