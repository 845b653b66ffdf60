import { perName } from '../../util/memo.ts'
import { singularWords, wordsOf } from '../prose/words.ts'

const marks = new Set('count counts number num no total of'.split(' '))

/** What a property counts by its name, without plurals: `numLikes` counts `like`; undefined for one that counts nothing. */
export const countedNoun: (name: string) => string | undefined = perName((name) => {
  const words = wordsOf(name)
  const counted = words.filter((word) => !marks.has(word))
  return counted.length === 0 || counted.length === words.length ? undefined : singularWords(counted)
})
