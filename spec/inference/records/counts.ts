import type { Document, SchemaNode } from '../../document.ts'
import { perName } from '../../util/memo.ts'
import { normalizedSentences, schemaDescription } from '../prose/sentences.ts'
import { singularWords, wordsOf } from '../prose/words.ts'

/** Words that say that a name counts. */
export const countWords: ReadonlySet<string> = new Set('count counts number num no total of'.split(' '))

/** The singular noun that a property counts, by its name: `like` for `numLikes`; undefined for a name without a count. */
export const countedNoun: (name: string) => string | undefined = perName((name) => {
  const words = wordsOf(name)
  const counted = words.filter((word) => !countWords.has(word))
  return counted.length === 0 || counted.length === words.length ? undefined : singularWords(counted)
})

const counted =
  /^ (?:the )?(?:total |current )?(?:number|count) of (?:all )?(?:the )?(.+?)(?: (?:directly|currently|in|on|of|for|by|that|which|with|belonging|assigned|attached) .*)? $/

/** The singular nouns that the description of a number says it counts: `open ticket` for "Number of open tickets of the customer". */
export const describedCounts = (document: Document, node: SchemaNode): readonly string[] =>
  normalizedSentences(schemaDescription(document, node)).flatMap(
    (sentence) => counted.exec(sentence)?.[1] ?? [],
  )

/** The singular noun that a property is the mean of, by its name: `rating` for `averageRating`. */
export const averagedNoun: (name: string) => string | undefined = perName((name) => {
  const words = wordsOf(name)
  const noun = singularWords(words.filter((word) => !/^(?:average|avg|mean|overall)$/.test(word)))
  return noun === 'rating' || noun === 'score' || noun === 'star' || words.length > noun.split(' ').length
    ? noun
    : undefined
})
