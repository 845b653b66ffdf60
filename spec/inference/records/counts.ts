import { perName } from '../../util/memo.ts'
import { singularWords, wordsOf } from '../prose/words.ts'

/** Words that say that a name counts. */
export const countWords: ReadonlySet<string> = new Set('count counts number num no total of'.split(' '))

/** The singular noun that a property counts, by its name: `like` for `numLikes`; undefined for a name without a count. */
export const countedNoun: (name: string) => string | undefined = perName((name) => {
  const words = wordsOf(name)
  const counted = words.filter((word) => !countWords.has(word))
  return counted.length === 0 || counted.length === words.length ? undefined : singularWords(counted)
})
