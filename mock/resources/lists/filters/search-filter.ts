import type { TextSearch } from '../../../../spec/inference/lists/text-search.ts'
import { memberNamed, type JsonObject } from '../../../../spec/json.ts'
import { searchExpression } from './aip-filter.ts'
import type { RecordFilter } from './record-filter.ts'
import { matcherOf } from './text-search.ts'

/** A property of an object by its name in brackets: `metadata["color"]`. */
const inBrackets = /\[(["'])(.*?)\1\]/g

/**
 * The filter for a search: records that contain its words, and have the values that it names, as in `email:"ann@example.com"`. What is
 * named like no property belongs to a query language of the API and is ignored.
 */
export function searchFilter(
  search: TextSearch,
  query: JsonObject,
  properties: ReadonlyMap<string, unknown>,
): RecordFilter | undefined {
  const text = memberNamed(query, search.parameter)
  const hasValues = typeof text === 'string' && /\w[\]"']*[:=<>~]/.test(text)
  const expression = hasValues ? searchExpression(text.replaceAll(inBrackets, '.$2'), properties) : undefined
  return expression ?? matcherOf(search, text)
}
