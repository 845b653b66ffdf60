import type { Operation } from '../../document.ts'
import { refusalStatements } from '../prose/refusal-statements.ts'
import { sentencesOf } from '../prose/sentences.ts'
import { anyOfWords } from '../prose/words.ts'

/** Where the document says that nobody does something to what is their own. */
export interface OwnRecordRule {
  /** The status of the refusal, if a sentence about it says so. */
  readonly status: number | undefined
}

/**
 * Whether an operation is refused to those whose own a record is: "Sellers cannot bid on their own listings", or "The bidder is the
 * seller of the listing" of a 403.
 *
 * @param actor the words for who is sent: `bidder`
 * @param owner the words for whose the record is: `seller`
 * @param noun the singular noun for the record
 */
export function ownRecordRule(
  operation: Operation,
  actor: string,
  owner: string,
  noun: string,
): OwnRecordRule | undefined {
  const named = `(?:an? |the |their |his |her |it )*`
  const own = new RegExp(
    ` (?:cannot|can not|may not|must not|never) (?:\\w+ ){1,4}own (?:${anyOfWords([noun])}) | (?:${anyOfWords([noun])}) of (?:their|one s|your) own `,
    'u',
  )
  const same = new RegExp(
    ` ${named}${actor} (?:is|may not be|cannot be|must not be) ${named}${owner} | (?:is|on|for|of|to) (?:\\w+ ){0,3}own (?:${anyOfWords([noun])}) `,
    'u',
  )
  const refusal = refusalStatements(operation).find(
    ({ sentence }) => own.test(sentence) || same.test(sentence),
  )
  const isTold = sentencesOf(operation).some(
    (each) => own.test(each) || each.includes(` ${actor} must not be the ${owner} `),
  )
  return refusal || isTold ? { status: refusal?.status } : undefined
}
