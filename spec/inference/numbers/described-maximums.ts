import { declaresStatus, type Document, type Operation, type Pointer } from '../../document.ts'
import type { Resource, ResourceOperation } from '../../resources.ts'
import { aNumber, numberIn } from '../prose/number-words.ts'
import { refusalStatements } from '../prose/refusal-statements.ts'
import { sentencesOf } from '../prose/sentences.ts'
import { singularNounOf, singularWordsOf } from '../prose/words.ts'
import { withoutState, type CountedStates } from '../states/counted-states.ts'

/** The number of records that an operation creates at most. */
export interface DescribedMaximum {
  readonly most: number
  /** The properties that the counted records have in common; all records of the collection if there are none. */
  readonly properties: readonly string[]
  /** The states of those that count; all do if it is undefined. */
  readonly counted: CountedStates | undefined
  /** The declared status of the refusal. */
  readonly status: number
  readonly pointer: Pointer
}

/** A pattern for the words before the largest number of something. */
export const atMost = `(?:at most|no more than|a maximum of|up to|only|more than|limited to)`
const about =
  / (?:too many|limit|maximum|at most|no more|no \w+ (?:is |are )?left|full|exceed|reached|more than|only one) /
/** "A set can include more than one destination" allows more, unlike "no set can". */
const permission =
  /^(?!.* (?:no|not|none|nobody|never|neither|cannot) ).* (?:can|may|might|supports?|allows?|lets?) (?:\w+ ){0,3}more than /
const uncertain =
  / (?:per|in|within|each|every|a|an) (?:second|minute|hour|day|week|month|year|request|page|call|batch) /

/**
 * How many records there may be, according to the description of the creation: "A learner has at most 3 attempts per quiz; 409
 * otherwise". Undefined unless it declares a status for the refusal.
 */
export function describedMaximum(
  document: Document,
  creation: Operation,
  role: ResourceOperation,
  resource: Resource,
): DescribedMaximum | undefined {
  const noun = `(?<most>${aNumber}) (?:\\w+ )?${singularNounOf(resource.name)} `
  const [allowed, reached] = [
    ` ${atMost} ${noun}`,
    ` (?:already (?:ha|have)|(?:ha|have) already|ha|have) ${noun}`,
  ].map((each) => new RegExp(each))
  const more = refusalOfMore(creation)
  const told =
    more === undefined
      ? []
      : sentencesOf(creation).map((sentence) => ({ sentence, status: more, pattern: allowed }))
  for (const { sentence: text, status, pattern } of [...told, ...reasonsOf(creation, reached)]) {
    const { sentence, counted: states } = withoutState(document, resource, text, `one|an?|another|${aNumber}`)
    const most = numberIn(pattern?.exec(sentence)?.groups?.['most'] ?? '')
    if (most === undefined || permission.test(sentence) || uncertain.test(sentence)) continue
    const properties = resource.references
      .filter(({ property, resource: target }) =>
        [singularNounOf(target), singularWordsOf(property).replace(/ id$/, '')].some((each) =>
          sentence.includes(` ${each} `),
        ),
      )
      .map(({ property }) => property)
    const inPath = role.within.map(({ property }) => property)
    return {
      most,
      counted: states,
      properties: [...new Set([...inPath, ...properties])],
      status,
      pointer: creation.pointer,
    }
  }
  return undefined
}

/** The clauses that each tell when a creation is refused: "409 if the copy is lost, or the reader already has 5 loans". */
const reasonsOf = (
  creation: Operation,
  pattern: RegExp | undefined,
): readonly { sentence: string; status: number; pattern: RegExp | undefined }[] =>
  refusalStatements(creation).flatMap(({ sentence, status }) =>
    status !== 404 && status !== 429 && declaresStatus(creation, status)
      ? sentence
          .split(/ (?:or )?(?:if|when) | or /)
          .map((part) => ({ sentence: ` ${part.trim()} `, status, pattern }))
      : [],
  )

/** The status with which a creation refuses more records than there may be. */
export function refusalOfMore(creation: Operation): number | undefined {
  const named = refusalStatements(creation).filter(
    ({ sentence }) => about.test(sentence) || / refused /.test(sentence),
  )
  return named
    .map(({ status }) => status)
    .find((each) => each !== 404 && each !== 429 && declaresStatus(creation, each))
}
