import type { Document, SchemaNode } from '../../document.ts'
import { perName } from '../../util/memo.ts'
import { normalizedSentences, schemaDescription } from '../prose/sentences.ts'
import { singularWords, wordsOf } from '../prose/words.ts'
import { participlesFor } from '../states/words/verb-forms.ts'

/** Words that say that a name counts. */
export const countWords: ReadonlySet<string> = new Set('count counts number num no total of'.split(' '))

/** The singular noun that a property counts, by its name: `like` for `numLikes`; undefined for a name without a count. */
export const countedNoun: (name: string) => string | undefined = perName((name) => {
  const words = wordsOf(name)
  const counted = words.filter((word) => !countWords.has(word))
  return counted.length === 0 || counted.length === words.length ? undefined : singularWords(counted)
})

const counted =
  /^ (?:the )?(?:total |current )?(?:number|count) of (?:all )?(?:the )?(.+?)(?: (?:directly|currently|in|on|of|for|by|that|which|with|belonging|assigned|attached) .*)? $/

/** The singular nouns that the description of a number says it counts: `open ticket` for "Number of open tickets of the customer". */
export const describedCounts = (document: Document, node: SchemaNode): readonly string[] =>
  normalizedSentences(schemaDescription(document, node)).flatMap(
    (sentence) => counted.exec(sentence)?.[1] ?? [],
  )

/** Whether a number counts records by what their noun stands for: enrolments as "students who are enrolled". */
export const countsInvolved = (document: Document, node: SchemaNode, noun: string): boolean =>
  normalizedSentences(schemaDescription(document, node)).some((sentence) => {
    const participle = involved.exec(sentence)?.[1]
    return participle !== undefined && participlesFor(noun).includes(participle)
  })

const involved = /^ (?:the )?(?:number|count) of .* (?:is|are) (?:currently )?(\w+) $/

/** What the description of a number says of the records that it is about. */
export interface DescribedRecords {
  /** The singular noun for them. */
  readonly noun: string
  /** The participle for how they belong to their owner: `assigned` in "Tickets assigned to this person". */
  readonly relation: string | undefined
  /** The words for the state that they are in, or are not in; two if `or` joins them: `booked or checked in`. */
  readonly state: string | undefined
  readonly isNot: boolean
}

/** The number of "the current revision" is no number of revisions. */
const described =
  /^ (?:the )?(?:(?:total |current )?(?:number|count) of |how many )?(?:all )?(?!the (?:current|latest|last|newest) )(?:the )?(?<noun>[a-z]+(?: [a-z]+)??)(?: (?:take place|are held) (?:here|there))?(?: (?<relation>[a-z]+(?:ed|en)) (?:to|by) (?:this|the|that|it|you)\b(?: (?!that |which |who )[a-z]+)?)?(?: (?:in|of|on|at|for|with|to) (?:this|the|that|it)\b(?: (?!that |which |who )[a-z]+)?)?(?: (?:that|which|who) (?:(?:is|are|ha|have|wa|were)(?: been)? )?(?<not>not )?(?:yet )?(?<state>[a-z]+(?: [a-z]+)?(?: (?:or|and|nor) [a-z]+(?: [a-z]+)?)?)| (?:without|excluding|except|not counting|but not) (?:the )?(?<left>[a-z]+)(?: one)?)? $/

/** "…, cancelled ones not counted". */
const notCounted = / (?<left>[a-z]+) (?:one )?(?:is |are )?not (?:counted|included) $/

const notCountedAtAll = /^ (?:the )?(?<left>[a-z]+) (?:[a-z]+ )?(?:is|are) not (?:counted|included) $/

/** The sentences of a description of a number, each with the next one if that tells what is left out: "Drafts are not counted." */
export const countingSentences = (document: Document, node: SchemaNode): readonly string[] =>
  normalizedSentences(schemaDescription(document, node)).map((sentence, index, all) => {
    const left = notCountedAtAll.exec(all[index + 1] ?? '')?.groups?.['left']
    return left === undefined ? sentence : `${sentence}without ${left} `
  })

/** "…, in any status", "…, cancelled ones included": nothing is left out. */
const allCounted =
  / (?:(?:in|of|with) (?:any|every|whatever) (?:status|state)|(?:[a-z]+ one |all )?(?:is |are )?included) $/

/** The records that a phrase such as "issues assigned to this person that are not done" is about. */
export function describedRecords(sentence: string): DescribedRecords | undefined {
  const groups = described.exec(
    sentence.replace(notCounted, ' without $<left> ').replace(allCounted, ' '),
  )?.groups
  const { noun, relation, left, state = left } = groups ?? {}
  const isNot = groups?.['not'] !== undefined || left !== undefined
  return noun === undefined ? undefined : { noun, relation, state, isNot }
}

/** The singular noun that a property is the mean of, by its name: `rating` for `averageRating`. */
export const averagedNoun: (name: string) => string | undefined = perName((name) => {
  const words = wordsOf(name)
  const noun = singularWords(words.filter((word) => !/^(?:average|avg|mean|overall)$/.test(word)))
  return noun === 'rating' || noun === 'score' || noun === 'star' || words.length > noun.split(' ').length
    ? noun
    : undefined
})
