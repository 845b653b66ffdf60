import type { Document, Operation, SchemaNode } from '../../document.ts'
import { normalizedSentences, schemaDescription, sentencesOf } from '../prose/sentences.ts'
import { singularWordsOf } from '../prose/words.ts'

const otherCase = / (?:lower|upper) ?case[d]? /
/** What sentences say about values that are compared without regard to case. */
export const anyCase: RegExp =
  / (?:(?:regardless of|(?:without|with no) regard (?:to|for)|irrespective of) (?:the )?(?:(?:letter )?case|upper and lower case)|in (?:any|either) case|what ?ever (?:the |it |their )?(?:letter )?case|(?:(?:letter )?case|upper and lower case) (?:make|makes) no difference|case insensitive(?:ly)?|not case sensitive|(?:ignoring|ignore) (?:the |letter )?case|(?:letter )?case (?:is ignored|doe not matter)|(?:upper and lower|lower and upper) case (?:do|doe) not matter|upper (?:case )?and lower case (?:letter )?(?:are|is) (?:not (?:told apart|distinguished)|equal|equivalent|the same|treated (?:alike|the same))) /
const normalized = / normali[sz]ed /

/** Whether a sentence says that values are stored in one case, so that those in another case are equal. */
export const isLowered = (sentence: string): boolean =>
  / (?:stored|kept|saved|converted|turned) .*(?:lower|upper) ?case/.test(sentence)

/**
 * Whether a property may come back in another case than it was sent in: its description says that it is stored in lower case or
 * compared without regard to case, or the operation says "The email is stored in lower case", "Emails are unique. They are stored in
 * lower case.", or "Each guest has an email address of their own. Addresses are stored in lower case."
 */
export function mayChangeCase(
  document: Document,
  operation: Operation,
  property: string,
  node: SchemaNode,
): boolean {
  const name = ` ${singularWordsOf(property)} `
  const sentences = sentencesOf(operation)
  const isAbout = (index: number): boolean => {
    const [before = '', sentence = ''] = [sentences[index - 1], sentences[index]]
    const [, subject = ''] = /^ (?:(?:the|all|both|these) )?(\w+) /.exec(sentence) ?? []
    const isSame = /^(?:it|they|these|both)$/.test(subject) || before.includes(`${name}${subject} `)
    return sentence.includes(name) || (isSame && before.includes(name))
  }
  return (
    normalizedSentences(schemaDescription(document, node)).some((sentence) =>
      [otherCase, anyCase, normalized].some((pattern) => pattern.test(sentence)),
    ) ||
    sentences.some(
      (sentence, index) => isAbout(index) && (otherCase.test(sentence) || normalized.test(sentence)),
    )
  )
}
