import type { Document, Operation, Pointer, SchemaNode } from '../../document.ts'
import { possiblePropertiesOf } from '../../schemas/properties.ts'
import { isNumeric, typesOf } from '../../schemas/types.ts'
import { refusalStatus } from '../prose/refusal-statements.ts'
import { normalizedSentences, schemaDescription, sentencesOf } from '../prose/sentences.ts'
import { singularWordsOf } from '../prose/words.ts'

/** A number that clients may change in one direction only. */
export interface MonotonicProperty {
  readonly property: string
  /** Whether it may only be increased; if not, it may only be decreased. */
  readonly increases: boolean
  /** The status of the refusal, if the text names one. */
  readonly status: number | undefined
  /** Where the document says so: the operation, or the property's description. */
  readonly pointer: Pointer
}

const never = '(?:never|must not|must never|cannot|can not|can t|may not|shall not|doe not)'
const only = '(?:(?:(?:can|may|must) )?only(?: ever)?)'
const than = 'than (?:it i|it wa|before|(?:the |it )?(?:current|previous|old|existing|last)(?: one| value)?)'
const falls = `(?:goe?(?: down| backward| back)|be (?:decreased|reduced|lowered)|decrease|drop|shrink|be (?:lower|less|smaller) ${than})`
const rises = `(?:goe? up|be (?:increased|raised)|increase|grow|rise|be (?:higher|greater|more|larger) ${than})`
const end = '(?: again| over time)?(?: and 4\\d\\d.*)? $'

/**
 * The numbers in a request body that an update may change in one direction only, according to the document: "Progress never goes down",
 * "The reading cannot be decreased", "May only increase". Leaves out what holds only under a condition, or beyond a bound.
 *
 * @param sent The schema of the record in the request body.
 */
export function monotonicProperties(
  document: Document,
  update: Operation,
  sent: SchemaNode,
): readonly MonotonicProperty[] {
  return [...possiblePropertiesOf(document, sent)].flatMap(([property, node]) => {
    if (!isNumeric(typesOf(document, node))) return []
    const subject = ` (?:the |it |value of |new )*${singularWordsOf(property)} (?:value )?`
    const inProperty = normalizedSentences(schemaDescription(document, node))
    return [
      ...readingsOf(sentencesOf(update), subject).map((each) => ({ ...each, pointer: update.pointer })),
      ...readingsOf(inProperty, `(?:${subject}| (?:it |the value )?)`).map((each) => ({
        ...each,
        pointer: `${node.pointer}/description`,
      })),
    ]
      .slice(0, 1)
      .map((each) => ({ property, ...each }))
  })
}

function readingsOf(
  sentences: readonly string[],
  subject: string,
): readonly Pick<MonotonicProperty, 'increases' | 'status'>[] {
  const upwards = new RegExp(`^${subject}(?:${never} ${falls}|${only} ${rises})${end}`, 'u')
  const downwards = new RegExp(`^${subject}(?:${never} ${rises}|${only} ${falls})${end}`, 'u')
  return sentences.flatMap((sentence, index) => {
    const increases = upwards.test(sentence)
    if (!increases && !downwards.test(sentence)) return []
    return [{ increases, status: refusalStatus(sentence, sentences[index + 1]) }]
  })
}
