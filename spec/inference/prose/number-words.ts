const words = ' one two three four five six seven eight nine ten eleven twelve'.split(' ')

/** A pattern for a number as sentences have it: "5", "five". */
export const aNumber: string = `\\d+|${words.slice(1).join('|')}`

/** The number above zero for "5", "five" or "a"; undefined for anything else. */
export function numberIn(word: string): number | undefined {
  const number = /^an?$/i.test(word)
    ? 1
    : /^\d+$/.test(word)
      ? Number(word)
      : words.indexOf(word.toLowerCase())
  return number > 0 ? number : undefined
}
