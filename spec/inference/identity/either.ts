import { normalizedSentences } from '../prose/sentences.ts'
import { singularWordsOf, wordsOf } from '../prose/words.ts'

/** The other name in a parameter that takes an id or another value: `key` of `issueIdOrKey` and of `projectKeyOrId`. */
export function otherThanId(parameter: string): string | undefined {
  const [, one, other] = /\bid or (\w+)$|(\w+) or id$/.exec(wordsOf(parameter).join(' ')) ?? []
  return one ?? other
}

const naming =
  /^(?:.* )?(?:slug|key|name|code|number|login|username|email|handle|sku|alias|identity|path|hostname|fingerprint|uuid|guid|id)$/

/** The names that the description of a parameter has beside an id: `slug` in "The id or the slug of the team". */
export function describedOthers(description: string, names: readonly string[]): readonly string[] {
  if (!/\bor\b/i.test(description)) return []
  const sentences = normalizedSentences(description).filter((sentence) =>
    / (?:\w{0,2}id|identifier|name|username|slug) /.test(sentence),
  )
  return names.filter((name) => {
    const words = singularWordsOf(name)
    if (!naming.test(words)) return false
    const beside = new RegExp(
      ` or (?:(?:a|an|the|it|\\w+ s|\\w+) ){0,2}${words} | ${words} (?:\\w+ ){0,4}or `,
    )
    return sentences.some((sentence) => beside.test(sentence))
  })
}

/** Whether a description says that `me` stands for the current user. */
export const saysMe = (description: string): boolean => /["'`*“‘]me["'`*”’]/i.test(description)
