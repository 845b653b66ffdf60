import type { Json } from '../../../json.ts'
import { wordsOf } from '../../prose/words.ts'

/** States in which something waits for a decision or an event. */
const waiting = /^(?:draft|new|pending|waiting|queued|requested|proposed|(?:on )?hold|held|paused|unpaid)$/

/** States in which something goes on, or is going to. */
const ongoing = /^(?:open|active|scheduled|planned|running|in progress|processing)$/

/** States that a decision leads to. */
const decided = /^(?:accepted|approved|confirmed|booked|reserved)$/

/** States that end whatever went on before. */
const finished =
  /^(?:cancell?ed|aborted|abandoned|closed|completed?|done|finished|ended|stopped|converted|invoiced|settled|redeemed|rejected|declined|refused|expired|withdrawn|revoked|archived|deleted|failed|succeeded|fulfilled|resolved|terminated|voided?|released|returned|lapsed|no show|hired)$/

/** States that end a decision without its being carried out. */
const ended = /^(?:cancell?ed|rejected|declined|refused|expired|withdrawn|revoked|deleted|voided?)$/

/** Whether nothing that is in one of two such states has been in the other: what was withdrawn was not rejected. */
export const areBothEnds = (one: Json, other: Json): boolean =>
  [one, other].every((each) => typeof each === 'string' && ended.test(wordsOf(each).join(' ')))

/** States of something that is for use by one at a time, while somebody else has it or nobody can use it. */
const unavailable =
  /^(?:unavailable|rented|rented out|borrowed|loaned|lent|on loan|checked out|in use|occupied|taken|sold|sold out|out of stock|in repair|maintenance|in maintenance|under maintenance|broken|damaged|out of (?:order|service)|lost|missing|stolen|retired|decommissioned|discontinued|disposed|withdrawn|deleted)$/

/** States in which something is kept from going on. */
const halted = /^(?:inactive|deactivated|disabled|suspended|paused)$/

/** States before anything has happened. */
const first = /^draft$/

/** What has been done to a record for it to be in a state, but for what makes a draft. */
const done = /^(?!un|not |created$|started$|saved$|edited$|assigned$)(?:\w+ed|sent|paid|sold)$/

/**
 * Whether a record in one state is surely not in another one as texts may use its name: what is `cancelled` is no longer "pending", and
 * what is a `draft` is not "open" yet. In contrast, what is `shipped` may still count as "paid".
 */
export function isNoLonger(named: Json, actual: Json): boolean {
  const [before = '', after = ''] = [named, actual].map((each) =>
    typeof each === 'string' ? wordsOf(each).join(' ') : '',
  )
  if (before === after) return false
  if (first.test(before) || (first.test(after) && done.test(before))) return true
  if (isLeft(before, after)) return true
  if (before === 'available') return unavailable.test(after)
  if (before === 'active' && halted.test(after)) return true
  if (waiting.test(before)) return first.test(after) || finished.test(after) || decided.test(after)
  if (decided.test(before)) return first.test(after) || ended.test(after)
  return ongoing.test(before) && (first.test(after) || finished.test(after))
}

/** Whether whatever went on before has ended in a state. */
export const isFinished = (state: Json | undefined): boolean =>
  typeof state === 'string' && finished.test(wordsOf(state).join(' '))

/** States that nothing leads out of but what undoes the action that led there. */
const final = /^(?:cancell?ed|withdrawn|revoked|deleted|voided?|refunded|terminated)$/

/** Whether a record in a state is done with: what is `cancelled` can be neither confirmed nor paid. */
export const isFinal = (state: Json | undefined): boolean =>
  typeof state === 'string' && final.test(wordsOf(state).join(' '))

/** Whether the second state takes back what a record in the first one is still waiting for: `refunded` of what is `pending`. */
export const isTooEarly = (state: Json | undefined, next: Json | undefined): boolean =>
  typeof state === 'string' &&
  typeof next === 'string' &&
  waiting.test(wordsOf(state).join(' ')) &&
  /^(?:(?:partially )?refunded|reversed)$/.test(wordsOf(next).join(' '))

/** Whether the second state is the one that ends the first: what is `checked_out` is not "checked in". */
const isLeft = (before: string, after: string): boolean =>
  before.endsWith(' in') && (ended.test(after) || after === before.replace(/ in$/, ' out'))

/** Names that texts may use for several states, as a `new` ticket is "open". */
const general = /^(?:open|active|live|current|ongoing|running|valid|available|enabled|pending)$/

/** Whether a word says of a record, whatever the names of its states are, that it is not finished yet. */
export const isUnfinished = (word: string): boolean =>
  /^(?:open|active|pending|ongoing|running|unfinished|outstanding|in progress)$/.test(word)

/** Whether a record that has been in no other state is surely not in one as texts may use its name: what is new is not "paid". */
export const hasNeverBeen = (named: Json): boolean =>
  typeof named === 'string' && !general.test(wordsOf(named).join(' '))
