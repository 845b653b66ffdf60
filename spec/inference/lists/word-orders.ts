import type { Document, SchemaNode } from '../../document.ts'
import { possiblePropertiesOf } from '../../schemas/properties.ts'
import { countedNoun } from '../numbers/counts.ts'
import { normalizedSentences, parameterDescription } from '../prose/sentences.ts'
import { singularWordsOf, wordsOf } from '../prose/words.ts'
import { orderByAge } from './described-order.ts'
import { listedValues, type Order, type SortParameters } from './order.ts'

const ages: Readonly<Record<string, boolean>> = {
  newest: true,
  latest: true,
  recent: true,
  'most recent': true,
  oldest: false,
}

/**
 * The orders that the values of a sort parameter name by a word: `newest`, `oldest`, or those that its description explains,
 * "`popular` is by number of likes".
 */
export function wordOrders(
  document: Document,
  { parameter }: SortParameters,
  record: SchemaNode,
): ReadonlyMap<string, Order> {
  const sentences = normalizedSentences(parameterDescription(document, parameter))
  const names = [...possiblePropertiesOf(document, record).keys()]
  return new Map(
    listedValues(document, parameter).flatMap((value) => {
      const words = wordsOf(value).join(' ')
      const age = Object.hasOwn(ages, words) ? ages[words] : undefined
      const order =
        age === undefined ? explainedOrder(value, sentences, names) : orderByAge(document, record, age)
      return order ? [[value, order] as const] : []
    }),
  )
}

/** By the largest number first, unless a sentence says otherwise. */
function explainedOrder(
  value: string,
  sentences: readonly string[],
  names: readonly string[],
): Order | undefined {
  const explained = new RegExp(` ${singularWordsOf(value)} .*?\\bby (?:the )?(?<what>.+?) (?:first |$)`)
  const what = sentences.flatMap((each) => explained.exec(each)?.groups?.['what'] ?? [])[0]
  const counted = what?.replace(/^(?:number|count) of (?:it |the )?/, '')
  const property = names.find(
    (name) => what !== undefined && (singularWordsOf(name) === what || countedNoun(name) === counted),
  )
  return property === undefined ? undefined : { property, descending: true }
}
