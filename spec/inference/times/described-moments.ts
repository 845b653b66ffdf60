import type { Document, Operation, Pointer, SchemaNode } from '../../document.ts'
import { possiblePropertiesOf } from '../../schemas/properties.ts'
import { keywordOf } from '../../schemas/subschemas.ts'
import { followsRulesOfCreation, refusalStatus } from '../prose/refusal-statements.ts'
import { normalizedSentences, schemaDescription, sentencesOf } from '../prose/sentences.ts'
import { singularWordsOf, wordsOf } from '../prose/words.ts'

/** A date or a time that lies in the future, or in the past, when it is sent. */
export interface DescribedMoment {
  readonly property: string
  readonly time: 'future' | 'past'
  /** Whether other dates have to be refused: "must be in the future". Otherwise it is only said that it is so. */
  readonly isRequired: boolean
  /** Where the document says so: the operation, or the property's description. */
  readonly pointer: Pointer
  /** The status of the refusal, if the sentence names one. */
  readonly status: number | undefined
}

const must = '(?:must|ha to|have to|need to|shall)(?: alway)?'
const mustNot = '(?:must not|must never|cannot|can not|can t|may not|shall not)'
const verb = '(?:be|lie|start|begin|end|expire|take place)'
const a = '(?:(?:a|an|any) )?(?:(?:date|time|moment|instant|timestamp|point in time|date time) )?'
const ahead = `(?:in the future|(?:after|later than) (?:now|the current (?:date|time))|(?:a )?future (?:date|time|timestamp))`
const behind = `(?:in the past|(?:before|earlier than) (?:now|today|the current (?:date|time))|(?:a )?past (?:date|time|timestamp))`

const demands: readonly (readonly [DescribedMoment['time'], RegExp])[] = [
  ['future', new RegExp(` (?:${must} ${verb} ${a}${ahead}|${mustNot} ${verb} ${a}${behind}) `, 'u')],
  ['past', new RegExp(` (?:${must} ${verb} ${a}${behind}|${mustNot} ${verb} ${a}in the future) `, 'u')],
]
/** "Visits in the past are refused", "No visit can be booked in the past": of the first date of a period. */
const pastRefused =
  /^ \w+ (?:that (?:start|begin) )?in the past (?:are|is|will be|get) (?:refused|rejected|declined|not (?:allowed|accepted|possible)) |^ (?:no \w+ can|\w+ cannot|\w+ (?:can|may|must) not) be (?:booked|scheduled|planned|made|created|placed|moved|rescheduled) (?:in|into) the past /
const conditions = / (?:if|unless|when|while|until|except|only|should|usually|normally) /
const isAhead = / (?:in the future|future (?:date|time|timestamp)) /
const negation = / (?:not|never|cannot|can not|can t|no) /

/** The last words, or the first ones, of names of dates that lie ahead in records about the future. */
const periodNames =
  /^(?:start|begin|end|expir|due|valid|schedul|deadline)|(?:start|begin|end|until|deadline|due)$/

/** The names of when something begins, or takes place. */
const startName = /^(?:start|begin|from|schedul|arriv|depart|check in|date$|time$|at$|when$|due)/

/**
 * What the descriptions of an operation and of its properties say of dates in relation to the present: "Must be in the future", "The
 * offer expires in the future", "`birth_date` must not be in the future".
 *
 * @param sent The schema of the object in the request body.
 * @param creation The operation that creates the records, whose rules this one may follow.
 */
export function describedMoments(
  document: Document,
  operation: Operation,
  sent: SchemaNode,
  creation?: Operation,
): readonly DescribedMoment[] {
  const dates = [...possiblePropertiesOf(document, sent)].filter(([, node]) =>
    /^date(?:-time)?$/.test(String(keywordOf(document, node, 'format'))),
  )
  if (dates.length === 0) return []
  const followed = creation && followsRulesOfCreation(operation) ? sentencesOf(creation) : []
  const sentences = [...sentencesOf(operation), ...followed]
  const first = dates.find(([name]) => startName.test(wordsOf(name).join(' ')))?.[0]
  return dates.flatMap(([property, node]): readonly DescribedMoment[] => {
    const own = normalizedSentences(schemaDescription(document, node))
    const name = ` ${singularWordsOf(property)} `
    // `startsAt` is when something starts: "The visit must start in the future".
    const [, event = property] = /^(\w+) (?:at|on|date|time)$/.exec(name.trim()) ?? []
    const doing = new RegExp(` (?:${must}|${mustNot}) ${event} `, 'u')
    const naming = sentences.filter((sentence) => sentence.includes(name) || doing.test(sentence))
    const required =
      requiredIn(own, property, `${node.pointer}/description`) ??
      requiredIn(naming, property, operation.pointer) ??
      (property === first ? refusedPast(sentences, property, operation.pointer) : undefined)
    if (required) return [required]
    const isPeriod = periodNames.test(wordsOf(property).join(' '))
    const told = [...own, ...naming, ...(isPeriod ? sentences : [])].some(
      (sentence) => isAhead.test(sentence) && !negation.test(sentence),
    )
    const { pointer } = node
    return told ? [{ property, time: 'future', isRequired: false, pointer, status: undefined }] : []
  })
}

/** That what lies in the past is refused. */
function refusedPast(
  sentences: readonly string[],
  property: string,
  pointer: Pointer,
): DescribedMoment | undefined {
  const index = sentences.findIndex((each) => pastRefused.test(each))
  const status = refusalStatus(sentences[index] ?? '', sentences[index + 1])
  return index < 0 ? undefined : { property, time: 'future', isRequired: true, pointer, status }
}

function requiredIn(
  sentences: readonly string[],
  property: string,
  pointer: Pointer,
): DescribedMoment | undefined {
  for (const [index, sentence] of sentences.entries()) {
    const [time] = demands.find(([, pattern]) => pattern.test(sentence)) ?? []
    if (time === undefined || conditions.test(sentence.replace(/ (?:if|when) (?:it|so|not) .*/, ' ')))
      continue
    return {
      property,
      time,
      isRequired: true,
      pointer,
      status: refusalStatus(sentence, sentences[index + 1]),
    }
  }
  return undefined
}
