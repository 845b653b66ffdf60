import type { Document, SchemaNode } from '../../document.ts'
import type { Json } from '../../json.ts'
import { possiblePropertiesOf } from '../../schemas/properties.ts'
import { enumValues, typesOf } from '../../schemas/types.ts'
import { singularWords, singularWordsOf, wordsOf } from '../prose/words.ts'

/** The value of a property that a word for a state stands for: `status: 'open'`, or `read: false` for `unread`. */
export interface NamedState {
  readonly property: string
  readonly value: Json
}

interface StateName extends NamedState {
  readonly words: string
}

/** The states of a record, each with the singular words for it: the values of its enums, and its flags with their opposites. */
export function namedStates(document: Document, record: SchemaNode): readonly StateName[] {
  return [...possiblePropertiesOf(document, record)].flatMap(([property, node]): readonly StateName[] => {
    if (typesOf(document, node).has('boolean')) {
      const flag = singularWords(wordsOf(property)).replace(/^is /, '')
      return [
        { property, value: true, words: flag },
        { property, value: false, words: `un${flag}` },
        { property, value: false, words: `not ${flag}` },
      ]
    }
    return enumValues(document, node).flatMap((value) =>
      typeof value === 'string' && value !== '' ? [{ property, value, words: singularWordsOf(value) }] : [],
    )
  })
}

/** The only state of a record that goes by these words. */
export function stateNamed(document: Document, record: SchemaNode, words: string): NamedState | undefined {
  const states = namedStates(document, record).filter((each) => each.words === words)
  return states.length === 1 ? states[0] : undefined
}
