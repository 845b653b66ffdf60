import type { Operation } from '../document.ts'
import { plainWordsOf } from './words.ts'

/** The sentences of a text, each as plain words with blanks around: ` remove the room with all its booking `. */
export const plainSentences = (text: string): readonly string[] =>
  text.split(/[.;](?:\s|$)/).map((sentence) => ` ${plainWordsOf(sentence)} `)

/** What the summary and the description of an operation say, in plain sentences. */
export const sentencesOf = ({ summary, description }: Operation): readonly string[] =>
  [summary, description].flatMap((text) => (text === undefined ? [] : plainSentences(text)))
