import { declaresStatus, type Document, type Operation, type Pointer } from '../../document.ts'
import type { Resource, ResourceOperation } from '../../resources.ts'
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

const numbers = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten']
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
  const status = refusalOfMore(creation)
  if (status === undefined) return undefined
  const noun = singularNounOf(resource.name)
  const counted = new RegExp(` ${atMost} (?<most>\\d+|${numbers.join('|')}) (?:\\w+ )?${noun} `)
  for (const told of sentencesOf(creation)) {
    const { sentence, counted: states } = withoutState(document, resource, told)
    const most = counted.exec(sentence)?.groups?.['most']
    if (most === undefined || permission.test(sentence) || uncertain.test(sentence)) continue
    const number = numbers.includes(most) ? numbers.indexOf(most) + 1 : Number(most)
    const properties = resource.references
      .filter(({ property, resource: target }) =>
        [singularNounOf(target), singularWordsOf(property).replace(/ id$/, '')].some((each) =>
          sentence.includes(` ${each} `),
        ),
      )
      .map(({ property }) => property)
    const inPath = role.within.map(({ property }) => property)
    return {
      most: number,
      counted: states,
      properties: [...new Set([...inPath, ...properties])],
      status,
      pointer: creation.pointer,
    }
  }
  return undefined
}

/** The status with which a creation refuses more records than there may be. */
export function refusalOfMore(creation: Operation): number | undefined {
  const named = refusalStatements(creation).filter(
    ({ sentence }) => about.test(sentence) || / refused /.test(sentence),
  )
  return named
    .map(({ status }) => status)
    .find((each) => each !== 404 && each !== 429 && declaresStatus(creation, each))
}
