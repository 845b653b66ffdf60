import { wordsOf } from '../prose/words.ts'

/** The other name in a parameter that takes an id or another value: `key` of `issueIdOrKey` and of `projectKeyOrId`. */
export function otherThanId(parameter: string): string | undefined {
  const [, one, other] = /\bid or (\w+)$|(\w+) or id$/.exec(wordsOf(parameter).join(' ')) ?? []
  return one ?? other
}
