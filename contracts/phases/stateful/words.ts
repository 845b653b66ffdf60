/** The words of a name, in lower case. */
export const wordsOf = (name: string): readonly string[] =>
  name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '')

export const singular = (word: string): string => word.replace(/(?<=[a-z]{2})s$/, '')

/** Words without plurals, to be compared. */
export const plain = (words: readonly string[]): string => words.map(singular).join(' ')
