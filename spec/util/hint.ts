import { suggest } from './suggest.ts'

/** The end of a sentence about an unknown word: `; did you mean 'x'?`, or a full stop when no known word is similar. */
export function hint(word: string, known: Iterable<string>): string {
  const meant = suggest(word, known)
  return meant === undefined ? '.' : `; did you mean '${meant}'?`
}
