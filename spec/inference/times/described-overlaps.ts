import {
  declaresStatus,
  type Document,
  type Operation,
  type Pointer,
  type SchemaNode,
} from '../../document.ts'
import type { Reference, Resource } from '../../resources.ts'
import { possiblePropertiesOf } from '../../schemas/properties.ts'
import { keywordOf } from '../../schemas/subschemas.ts'
import { typesOf } from '../../schemas/types.ts'
import { followsRulesOfCreation, refusalStatements, refusalStatus } from '../prose/refusal-statements.ts'
import { sentencesOf } from '../prose/sentences.ts'
import { singularNounOf, singularWordsOf } from '../prose/words.ts'

/** The statement that the periods of records must not overlap. */
export interface DescribedOverlap {
  /** In normalized form. */
  readonly sentence: string
  /** Where the document says so. */
  readonly pointer: Pointer
  /** The status of the refusal, if the document names one. */
  readonly status: number | undefined
}

const forbids =
  / (?:cannot|can not|can t|may not|must not|must never|shall not|never) (?:overlap|(?:be \w+ twice|(?:have|give|teach|hold|run|lead|host|attend|take|play) (?:two|several|more than one) (?:\w+ )?\w+) at the same time) | no (?:two )?overlapping | (?:that|which) overlap .* (?:is|are) (?:refused|rejected|declined) /

const sameTime =
  '(?:at|in|for|on|during|within) (?:(?:a |any |some )?part of )?(?:that|this|those|these|the|the same|the given|the requested|the selected|the chosen|the new) (?:time|period|slot|interval|date|day|night)'
/** "If it overlaps another", "if the room is taken at that time", "if the doctor has another visit in this period". */
const refuses = new RegExp(
  ` overlap(?:ping)? | (?:ha|have) (?:already )?an(?:other)? (?:\\w+ ){1,2}${sameTime} | (?:is|are) (?:already )?(?:booked|busy|taken|occupied|reserved|in use) ${sameTime} `,
  'u',
)

/**
 * What an operation says of the periods of records that must not overlap those of others; undefined if it says nothing.
 *
 * @param creation The operation that creates the records, if it is another one: what must not overlap on creation has to stay so,
 *   provided that this operation declares the refusal.
 */
export function describedOverlap(
  operation: Operation,
  creation: Operation = operation,
): DescribedOverlap | undefined {
  const own = prohibitionIn(operation) ?? refusalIn(operation)
  if (own || creation === operation) return own
  const stated =
    prohibitionIn(creation) ?? (followsRulesOfCreation(operation) ? refusalIn(creation) : undefined)
  const isDeclared =
    stated?.status === undefined
      ? operation.responses.some(({ status }) => status === '409' || status === '422')
      : declaresStatus(operation, stated.status)
  return isDeclared ? stated : undefined
}

/** The sentence that periods must not overlap, whatever the request. */
function prohibitionIn(operation: Operation): DescribedOverlap | undefined {
  const sentences = sentencesOf(operation)
  const index = sentences.findIndex((each) => forbids.test(each))
  const sentence = sentences[index]
  return sentence === undefined
    ? undefined
    : { sentence, pointer: operation.pointer, status: refusalStatus(sentence, sentences[index + 1]) }
}

/** The sentence that a request is refused for an overlap. */
const refusalIn = (operation: Operation): DescribedOverlap | undefined =>
  refusalStatements(operation)
    .flatMap((each) =>
      each.sentence
        .split(/ or (?=doe |do |is |are |the |if )/)
        .map((part) => ({ ...each, sentence: `${part} ` })),
    )
    .find(
      ({ status, sentence }) =>
        status === 409 && refuses.test(sentence) && !/ (?:not|without|no) /.test(sentence),
    )

/** What two records must share for their periods not to overlap. */
export interface SharedPlaces {
  readonly references: readonly Reference[]
  /** Names of properties that hold no reference: the `teacher` of lessons, by name. */
  readonly values: readonly string[]
}

/**
 * The references that two records must share for their periods not to overlap, and the values: what the statement names, "bookings of
 * one room". If it names nothing, all references.
 *
 * @param sent The schema of the record that clients send.
 */
export function sharedPlaces(
  document: Document,
  { sentence }: DescribedOverlap,
  { references }: Resource,
  sent: SchemaNode,
): SharedPlaces {
  const named = references.filter(({ property, resource }) =>
    [singularNounOf(resource), singularWordsOf(property).replace(/ id$/, '')].some((noun) =>
      sentence.includes(` ${noun} `),
    ),
  )
  const values = [...possiblePropertiesOf(document, sent)].flatMap(([name, node]) => {
    const isOne = new RegExp(
      ` (?:the|this|that|an?|one|each|every|any|no|same) ${singularWordsOf(name)} (?!of )`,
    ).test(sentence)
    const isPlain =
      typesOf(document, node).has('string') && keywordOf(document, node, 'format') !== 'date-time'
    return isOne && isPlain && references.every(({ property }) => property !== name) ? [name] : []
  })
  return { references: named.length + values.length > 0 ? named : references, values }
}
