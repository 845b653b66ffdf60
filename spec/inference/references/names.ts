import { normalizeName, singular, wordsOf } from '../prose/words.ts'

const idWords = new Set(['id', 'uuid', 'ids', 'uuids'])

/** The noun that a property is the id of: `category` for `categoryId`, `idCategory` and `categoryIds`; undefined for other names. */
export function referencedNoun(property: string): string | undefined {
  const words = referencedNounWords(property)
  return words.length === 0 ? undefined : words.join('')
}

/** The same for ids under another name: `parent` for `parentKey` if records are identified by their `key`. */
export function nounBeforeId(property: string, idProperty: string): string | undefined {
  const [name, id] = [normalizeName(property), normalizeName(idProperty)]
  const isQualified = name.length > id.length && name.endsWith(id)
  return referencedNoun(property) ?? (isQualified ? name.slice(0, -id.length) : undefined)
}

/** The words of that noun; none for other names. */
export function referencedNounWords(property: string): readonly string[] {
  const words = wordsOf(property)
  const isIdWord = (word: string | undefined): boolean => word !== undefined && idWords.has(word)
  if (words.length > 1 && isIdWord(words.at(-1))) return words.slice(0, -1)
  return words.length > 1 && isIdWord(words[0]) ? words.slice(1) : []
}

/** The last literal segment of a resource's name. */
export function lastSegment(name: string): string {
  return name.split('/').findLast((part) => part !== '' && !part.startsWith('{')) ?? ''
}

/** The normalized noun for one record of a resource: `category` for `/store/categories`. */
export const resourceNoun = (name: string): string => normalizeName(singular(lastSegment(name)))

const summaryWords = new Set(
  'ref reference summary brief mini minimal short lite link preview info basic compact stub embedded nested dto'.split(
    ' ',
  ),
)

/** The normalized noun for the records that a schema shows a part of, by its name: `user` for `UserSummary`; undefined for other names. */
export function summarizedNoun(pointer: string): string | undefined {
  const words = wordsOf(lastSegment(pointer))
  const noun = words.filter((word) => !summaryWords.has(word))
  return noun.length < words.length ? noun.join('') : undefined
}
