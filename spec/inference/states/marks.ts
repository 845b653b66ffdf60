import type { Document, SchemaNode } from '../../document.ts'
import { possiblePropertiesOf } from '../../schemas/properties.ts'
import { typesOf } from '../../schemas/types.ts'
import { singularWordsOf } from '../prose/words.ts'
import { flagOf } from './words/state-properties.ts'
import { pastForms } from './words/verb-forms.ts'

/** The flag of a record that a list or a path is named after: `bookmarked` for `bookmarks`, `is_favourite` for `favourites`. */
export function markNamed(document: Document, record: SchemaNode, segment: string): string | undefined {
  const noun = singularWordsOf(segment).replaceAll(' ', '')
  const found = [...possiblePropertiesOf(document, record)].filter(
    ([name, node]) => typesOf(document, node).has('boolean') && isMarkedBy(noun, flagOf(name)),
  )
  return found.length === 1 ? found[0]?.[0] : undefined
}

/** Whether a noun stands for those who have set a flag, or for setting it: `like` for `liked`, `follower` for `following`. */
export function isMarkedBy(noun: string, flag: string): boolean {
  return [noun, noun.replace(/r$/, ''), noun.replace(/er$/, '')].some(
    (verb) => verb === flag || pastForms([verb]).has(flag) || `${verb.replace(/e$/, '')}ing` === flag,
  )
}
