import type { Operation } from '../../document.ts'
import { normalizedSentences, sentencesOf } from '../prose/sentences.ts'

const given =
  '(?:the )?(?:request|input|id|name|given id|id given|item sent|id sent|item of the request|request body|list of id)'
// `as` is `a` in normalized sentences, as if it were a plural.
const kept = new RegExp(
  ` in (?:the )?(?:same |exact )?order (?:of|a(?: in)?) ${given} | in (?:the )?(?:request|input) order | order of ${given} (?:is|are) (?:kept|preserved|retained) | (?:keep|preserve|retain) the order of ${given} `,
)
const uncertain = / (?:not|no|never|may|might|if|unless) /

/** Whether the document says that an operation on several records shows them in the order in which the request names them. */
export const keepsRequestOrder = (operation: Operation): boolean =>
  [
    ...sentencesOf(operation),
    ...operation.responses
      .filter(({ status }) => status.startsWith('2'))
      .flatMap(({ description }) => normalizedSentences(description)),
  ].some((sentence) => kept.test(sentence) && !uncertain.test(sentence))
