import { suggest } from '../../../spec/util/suggest.ts'

/** The end of a sentence that says what was probably meant; a full stop when that is not known. */
export function hint(word: string, known: Iterable<string>): string {
  const meant = suggest(word, known)
  return meant === undefined ? '.' : `; did you mean '${meant}'?`
}
