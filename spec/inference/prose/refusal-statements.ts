import type { Operation, Pointer } from '../../document.ts'
import { normalizedSentences, sentencesOf } from './sentences.ts'

/** A sentence about the refusal of a request. */
export interface RefusalStatement {
  /** In {@link normalizedSentences normalized} form. */
  readonly sentence: string
  readonly status: number
  /** The operation or the response that the sentence is from. */
  readonly pointer: Pointer
}

/**
 * The sentences of an operation that name a 4xx status, one for each status, and those that describe its 4xx responses: "409 if the
 * email is taken".
 */
export function refusalStatements(operation: Operation): readonly RefusalStatement[] {
  const inOperation = sentencesOf(operation)
    .map(withDemand)
    .flatMap(clausesOf)
    .flatMap((sentence) =>
      statusesIn(sentence).map((status) => ({
        sentence,
        status: Number(status),
        pointer: operation.pointer,
      })),
    )
  const inResponses = operation.responses
    .filter(({ status }) => /^4\d\d$/.test(status))
    .flatMap(({ status, description, pointer }) =>
      normalizedSentences(description).map((sentence) => ({ sentence, status: Number(status), pointer })),
    )
  return [...inOperation, ...inResponses]
}

/** "Email addresses are unique; 409 otherwise" as one sentence. */
const withDemand = (sentence: string, index: number, all: readonly string[]): string => {
  const before = all[index - 1] ?? ''
  const isRest = /^ (?:otherwise |else )?4\d\d (?:otherwise |else )?$/.test(sentence)
  return isRest && statusesIn(before).length === 0 ? `${before.trimEnd()}${sentence}` : sentence
}

const statusesIn = (sentence: string): readonly string[] => sentence.match(/ 4\d\d(?= )/g) ?? []

/**
 * The clauses of a sentence with a condition for each of several statuses: "409 if the plate is taken, and 422 if there is no such
 * driver". Any other sentence is left whole.
 */
function clausesOf(sentence: string): readonly string[] {
  const [first = '', second, ...others] = sentence.split(
    / (?:and |or |but )?(?:with (?:an? )?)?(?=4\d\d (?:if|when|where|unless) )/,
  )
  // "400 or 409 if the name is taken"
  if (second === undefined || /^ 4\d\d$/.test(first)) return [sentence]
  const parts =
    statusesIn(`${first} `).length === 0 ? [`${first} ${second}`, ...others] : [first, second, ...others]
  const clauses = parts.map((part) => ` ${part.trim()} `)
  return clauses.every((clause) => statusesIn(clause).length === 1) ? clauses : [sentence]
}

/** The 4xx status that a sentence about a refusal names, or the sentence after it: "409 otherwise", "422 if it would". */
export function refusalStatus(sentence: string, next: string = ''): number | undefined {
  const status = / (4\d\d) /.exec(sentence) ?? /^ (4\d\d) (?:otherwise|if it (?:would|doe)) /.exec(next)
  return status ? Number(status[1]) : undefined
}

/** Whether an operation refers to the creation of what it changes: "The same rules as for booking apply". */
export const followsRulesOfCreation = (operation: Operation): boolean =>
  sentencesOf(operation).some((each) =>
    / same (?:rule|condition|check|restriction|constraint|validation|limit)s? (?:\w+ )*apply | same (?:rule|condition|check|restriction|constraint|limit)s? a (?:for|when|on) /.test(
      each,
    ),
  )
