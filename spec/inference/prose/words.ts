import { lastPart } from '../../routing/path-template.ts'
import { perName } from '../../util/memo.ts'

/** A name without case and punctuation, for comparison: `pagesize` for `page_size`, `pageSize` and `page[size]`. */
export function normalizeName(name: string): string {
  const lower = name.toLowerCase()
  return /^[a-z0-9]*$/.test(lower) ? lower : lower.replaceAll(/[^\p{L}\p{N}]/gu, '')
}

/** The words of a name in lower case: `org`, `slug` for `orgSlug` and `org_slug`; `user`, `ids` for `userIDs`. */
export const wordsOf: (name: string) => readonly string[] = perName((name) =>
  name
    .replaceAll(/(\p{Ll}|\p{N})(\p{Lu})/gu, '$1 $2')
    .replaceAll(/(\p{Lu})(\p{Lu}(?!s(?!\p{Ll}))\p{Ll})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== ''),
)

const irregular: Readonly<Record<string, string>> = {
  people: 'person',
  children: 'child',
  men: 'man',
  women: 'woman',
  indices: 'index',
  matrices: 'matrix',
  vertices: 'vertex',
  criteria: 'criterion',
  shelves: 'shelf',
  wolves: 'wolf',
  halves: 'half',
  knives: 'knife',
  movies: 'movie',
  cookies: 'cookie',
  ties: 'tie',
  quizzes: 'quiz',
  menus: 'menu',
  aliases: 'alias',
  canvases: 'canvas',
  analyses: 'analysis',
  diagnoses: 'diagnosis',
  apis: 'api',
  skus: 'sku',
  uris: 'uri',
  emojis: 'emoji',
}

/** The approximate English singular, good enough to match `categories` with `categoryId`: that of its last word. */
export function singular(name: string): string {
  const [word = name] = /(?:\p{Lu}?\p{Ll}+|\p{Lu}+)$/u.exec(name) ?? []
  const lower = word.toLowerCase()
  if (Object.hasOwn(irregular, lower)) return name.slice(0, -word.length) + irregularOf(word)
  if (/(?:ss|us|is|series|species|news)$/.test(lower)) return name
  if (lower.endsWith('ies')) return `${name.slice(0, -3)}y`
  if (/(?:x|ch|sh|ss|zz|(?<!^|[ao])us)es$/.test(lower)) return name.slice(0, -2)
  // That of the `s` in "the card's lane" is empty.
  return lower.endsWith('s') ? name.slice(0, -1) : name
}

/** The irregular singular, which begins in the same case. */
function irregularOf(word: string): string {
  const one = irregular[word.toLowerCase()] ?? word
  return /^\p{Lu}/u.test(word) ? one.charAt(0).toUpperCase() + one.slice(1) : one
}

/** Words in the singular, joined by blanks, for comparison. */
export const singularWords = (words: readonly string[]): string => words.map(singular).join(' ')

/** The {@link singularWords} of a name. */
export const singularWordsOf: (name: string) => string = perName((name) => singularWords(wordsOf(name)))

/** The singular of a path's last segment: `experiment template` for `/experiment-templates`. */
export const singularNounOf = (path: string): string => singularWordsOf(lastPart(path))

/** The {@link singularNounOf} of the collection that a path is of, or of a record in it: `pet` for `/pets` and `/pets/{id}`. */
export const recordNounOf = (path: string): string => singularNounOf(path.replace(/\/\{[^{}]*\}\/?$/, ''))

/** The normalized plural and singular of a collection's name: `categories` and `category` for `Categories`. */
export function formsOf(name: string): ReadonlySet<string> {
  return new Set([normalizeName(name), normalizeName(singular(name))])
}

/** A pattern for any of several {@link singularWords}, the longest first, so that `created at` is not read as `created`. */
export const anyOfWords = (phrases: readonly string[]): string =>
  phrases
    .toSorted((a, b) => b.length - a.length)
    .map((phrase) => phrase.replaceAll(/[^\p{L}\p{N} ]/gu, ''))
    .join('|')

const plainNames = new WeakMap<ReadonlyMap<string, unknown>, ReadonlyMap<string, readonly string[]>>()

/** The names of properties by their normalized form. Cached per map. */
export function byNormalizedName(
  properties: ReadonlyMap<string, unknown>,
): ReadonlyMap<string, readonly string[]> {
  const known = plainNames.get(properties)
  if (known) return known
  const names = new Map<string, string[]>()
  for (const name of properties.keys())
    names.set(normalizeName(name), [...(names.get(normalizeName(name)) ?? []), name])
  plainNames.set(properties, names)
  return names
}
