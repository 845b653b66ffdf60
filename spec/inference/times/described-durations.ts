import type { Operation, Pointer } from '../../document.ts'
import { refusalStatus } from '../prose/refusal-statements.ts'
import { sentencesOf } from '../prose/sentences.ts'
import { secondsOf } from './time-formulas.ts'

/** How long what a record is about takes. */
export interface DescribedDuration {
  readonly milliseconds: number
  /** Where the document says so. */
  readonly pointer: Pointer
  /** The status of a refusal, if the sentence names one. */
  readonly status: number | undefined
}

const length = '(?<count>\\d+|an?|\\w+) (?<unit>minute|hour|day|week)'
const cannot = '(?:must not|must never|cannot|can not|can t|may not)'
/** "A shift lasts at most 12 hours", "must not take longer than a day", "can be at most 30 minutes long". */
const longest = [
  `(?:last|take) (?:at most|no (?:longer|more) than|up to|a maximum of) ${length} (?!before|after|ago|notice)`,
  `${cannot} (?:last|take|be) (?:longer|more) than ${length} (?!before|after|ago|from|in|away|old)`,
  `(?:at most|no more than|up to) ${length} long`,
].map((pattern) => new RegExp(` ${pattern}`, 'u'))
/** "If it is omitted, the reservation takes two hours." */
const usual = [
  new RegExp(
    ` if (?:it|\\w+(?: at| on| time)?) is (?:omitted|missing|not (?:sent|given|set)) the \\w+ (?:last|take) ${length} $`,
    'u',
  ),
]

/** The longest time that the description of an operation allows; undefined if it sets no limit. */
export const longestDuration = (operation: Operation): DescribedDuration | undefined =>
  durationIn(operation, longest)

/** The time that something takes for which no end is sent; undefined if the description of its creation does not tell. */
export const usualDuration = (creation: Operation): DescribedDuration | undefined =>
  durationIn(creation, usual)

function durationIn(operation: Operation, patterns: readonly RegExp[]): DescribedDuration | undefined {
  const sentences = sentencesOf(operation)
  for (const [index, sentence] of sentences.entries()) {
    const { count = '', unit = '' } = patterns.map((each) => each.exec(sentence)?.groups).find(Boolean) ?? {}
    const seconds = secondsOf(count, unit)
    const status = refusalStatus(sentence, sentences[index + 1])
    if (seconds !== undefined) return { milliseconds: seconds * 1000, pointer: operation.pointer, status }
  }
  return undefined
}
