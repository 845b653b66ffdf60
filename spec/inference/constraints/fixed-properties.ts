import type { Document, Operation, SchemaNode } from '../../document.ts'
import { possiblePropertiesOf } from '../../schemas/properties.ts'
import { refusalStatus } from '../prose/refusal-statements.ts'
import { normalizedSentences, schemaDescription, sentencesOf } from '../prose/sentences.ts'
import { singularWordsOf } from '../prose/words.ts'

/** A property that a change has to leave as it is. */
export interface FixedProperty {
  readonly property: string
  /** The status of the refusal, if a sentence names one. */
  readonly status: number | undefined
}

const never = '(?:cannot|can not|can t|must not|may not|can never)'
const later = '(?: later| afterward| after (?:it |the )?creation| once (?:set|created|it is created))?'
const fixed = `(?:${never} be (?:changed|modified|updated|edited)${later}|(?:is|are) (?:immutable|fixed (?:at|on|after) creation))`
/** "Orders with a paid status cannot be changed" is about orders. */
const aside = / (?:with|in|of|having|for) (?:(?!the )\w+ ){0,4}\w+$/
const unless = / (?:if|while|when|unless|until|except) /

/** What clients cannot change, as a property, "Cannot be changed after creation", or the change says: "The code cannot be changed". */
export function fixedProperties(
  document: Document,
  record: SchemaNode,
  sent: SchemaNode,
  change: Operation,
): readonly FixedProperty[] {
  const own = possiblePropertiesOf(document, record)
  const sentences = sentencesOf(change)
  const ofProperty = new RegExp(`^ (?:it )?(?:${fixed}|immutable)(?: |$)`)
  return [...possiblePropertiesOf(document, sent)].flatMap(([property, node]): readonly FixedProperty[] => {
    const named = new RegExp(`(?<before>.*) ${singularWordsOf(property)} ${fixed} `)
    const stated = sentences.find((each) => {
      const before = named.exec(each)?.groups?.['before']
      return before !== undefined && !aside.test(before) && !unless.test(each)
    })
    const told = [own.get(property), node].some(
      (each) =>
        each !== undefined &&
        normalizedSentences(schemaDescription(document, each)).some(
          (sentence) => ofProperty.test(sentence) && !unless.test(sentence),
        ),
    )
    return stated === undefined && !told
      ? []
      : [{ property, status: stated === undefined ? undefined : refusalStatus(stated) }]
  })
}
