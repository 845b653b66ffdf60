import type { Operation } from '../../../document.ts'
import { normalizedSentences } from '../../prose/sentences.ts'
import { anyOfWords, recordNounOf } from '../../prose/words.ts'

/**
 * What an action does to its record, by the verbs with which sentences of its description begin: `execute` for "Executes a transfer that
 * is waiting for approval", `reopen` for "Reopens a frozen account", or
 * "Assigns the number and opens the invoice".
 */
export function actingVerbs({ path, description = '' }: Operation): readonly string[] {
  const words = recordNounOf(path.replace(/\/[^/{}]*\/?$/, '')).split(' ')
  const nouns = anyOfWords([words.join(' '), words.at(-1) ?? ''])
  const acting = new RegExp(
    `(?:^| and) (?!(?:an?|the|this|only) )(?<verb>\\w+) (?:an? |the |this )?(?:(?!and )\\w+ ){0,2}(?:${nouns}) `,
    'gu',
  )
  return normalizedSentences(description).flatMap((sentence) =>
    [...sentence.matchAll(acting)].flatMap(({ groups }) => groups?.['verb'] ?? []),
  )
}
