import type { Document, Operation } from '../document.ts'
import { isObject, own } from '../object.ts'
import { resolvePointer } from '../pointer.ts'
import { plainWordsOf } from './words.ts'

/** The sentences of a text, each as plain words with blanks around: ` remove the room with all its booking `. */
export const plainSentences = (text: string): readonly string[] =>
  text.split(/[.;](?:\s|$)/).map((sentence) => ` ${plainWordsOf(sentence)} `)

/** What the summary and the description of an operation say, in plain sentences. */
export function sentencesOf(document: Document, { pointer }: Operation): readonly string[] {
  const node = resolvePointer(document.root, pointer)
  const texts = isObject(node) ? [own(node, 'summary'), own(node, 'description')] : []
  return texts.filter((text) => typeof text === 'string').flatMap(plainSentences)
}
