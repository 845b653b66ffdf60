import type { Document, SchemaNode } from '../../document.ts'
import { possiblePropertiesOf } from '../../schemas/properties.ts'
import { isNumeric, typesOf } from '../../schemas/types.ts'
import { normalizedSentences, schemaDescription } from '../prose/sentences.ts'
import { singularWordsOf } from '../prose/words.ts'
import { withoutUnit } from './units.ts'

const sum =
  /^ (?:(?:alway|it|i|equal) )*(?:the )?(?:(?:sum|total|(?<mean>mean|average)) of|add(?:ing)? up) (?:all |the |it )*(?<of>.+?)(?: in (?:the )?(?:cent|minor unit|smallest (?:currency )?unit))?(?: rounded to (?<decimals>one|two|1|2) decimal(?: place)?)? $/

/** The number of other records that a number is the sum of, or their mean. */
export interface DescribedSum {
  readonly summed: string
  readonly isMean: boolean
  /** To how many decimal places it is rounded; undefined if the description does not tell. */
  readonly decimals: number | undefined
  /** The words for the state that the records are in, or are not in: "payouts that are not cancelled". */
  readonly state?: string | undefined
  readonly isNot: boolean
}

/**
 * What a number is the sum of by its description: "Sum of the amounts of all entries", "The sum of its lines' amounts", or "Sum of
 * the entries" if these have a single number, or all others qualify its name. Or what it is the mean of. Undefined if the description
 * says more, which could change that.
 *
 * @param noun the singular noun for the other records
 * @param record their schema
 * @param owner the singular noun for the records that they belong to
 */
export function describedSumOf(
  document: Document,
  node: SchemaNode,
  noun: string,
  record: SchemaNode,
  owner = 'one',
): DescribedSum | undefined {
  if (!isNumber(document, node)) return undefined
  const whose = new RegExp(
    ` (?:the|this) (?!${noun} |month |year |week |day |period )\\w+ {2}(?=.*${noun} )`,
    'u',
  )
  const sentences = normalizedSentences(schemaDescription(document, node))
    .filter((each) => each.trim() !== '' && !isOfNone.test(each))
    .map((each) => each.replace(whose, ' '))
  const [sentence = '', ...others] = sentences
  const adjective = adjectiveOf(noun)
  const { state, not } = (inState.exec(sentence) ?? adjective.exec(sentence))?.groups ?? {}
  const { mean, of, decimals } = sum.exec(sentence.replace(inState, ' ').replace(adjective, ''))?.groups ?? {}
  if (of === undefined || others.length > 0) return undefined
  const summed = of.replace(new RegExp(` of (?:the|this) ${owner}$`, 'u'), '')
  const numbers = [...possiblePropertiesOf(document, record)].flatMap(([name, each]) =>
    isNumber(document, each) ? [{ name, words: singularWordsOf(name) }] : [],
  )
  const named = numbers.find(({ words }) =>
    [words, withoutUnit(words)].some(
      (each) =>
        [`${noun} ${each}`, `${noun} s ${each}`].includes(summed) ||
        new RegExp(`^${each} (?:of|over|on|in) (?:all |the |it )*${noun}$`, 'u').test(summed),
    ),
  )
  const values = numbers.filter(({ words }) => !/(?:^| )(?:id|number|position|version|order)$/.test(words))
  // `refundedAmount` is a part of the `amount`.
  const whole = values.find(({ words }) =>
    values.every((each) => each.words === words || each.words.endsWith(` ${words}`)),
  )
  const name = named?.name ?? (summed === noun ? whole?.name : undefined)
  if (name === undefined) return undefined
  return {
    summed: name,
    isMean: mean !== undefined,
    decimals: decimals === undefined ? undefined : /one|1/.test(decimals) ? 1 : 2,
    state,
    isNot: not !== undefined,
  }
}

/** "Null without any", "0 if there are none", "null if none is graded": what the number is without any records. */
const isOfNone =
  /^ (?:null|0|zero) (?:without (?:any|one)|(?:if|when|while) (?:there (?:is|are) none|it ha none|none (?:is|are) \w+|(?:nothing|none) (?:is|are|wa|were|ha been) \w+)) $/

/** "Of its graded submissions": of those that are graded. */
const adjectiveOf = (noun: string): RegExp =>
  new RegExp(`(?<= (?:of|over) (?:all |the |it )*)(?!(?:all|the|it) )(?<state>[a-z]+) (?=${noun} )`, 'u')

const inState = / (?:that|which) (?:is|are) (?<not>not )?(?:yet )?(?<state>[a-z]+(?: [a-z]+)?) $/

/** The number that all other records are summed by, whatever their state: {@link describedSumOf}. */
export function describedSum(
  document: Document,
  node: SchemaNode,
  noun: string,
  record: SchemaNode,
): string | undefined {
  const found = describedSumOf(document, node, noun, record)
  return found?.isMean || found?.state !== undefined ? undefined : found?.summed
}

const isNumber = (document: Document, node: SchemaNode): boolean => {
  const types = typesOf(document, node)
  return isNumeric(types) && !types.has('string')
}
