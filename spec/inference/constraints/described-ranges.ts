import type { Document, Operation, Pointer, SchemaNode } from '../../document.ts'
import { possiblePropertiesOf } from '../../schemas/properties.ts'
import { keywordOf } from '../../schemas/subschemas.ts'
import { isOrdered } from '../../schemas/types.ts'
import { refusalStatements, refusalStatus } from '../prose/refusal-statements.ts'
import {
  normalizedSentences,
  parameterDescription,
  schemaDescription,
  sentencesOf,
} from '../prose/sentences.ts'
import { spokenNames } from '../prose/spoken-names.ts'
import { anyOfWords } from '../prose/words.ts'

/** Two properties of an object, or two parameters, whose values must be in order, such as the ends of a period. */
export interface DescribedRange {
  /** The property whose value must be the smaller (or earlier) one, or equal. */
  readonly lower: string
  readonly upper: string
  /** Whether the values must differ: "later than", in contrast to "not before". */
  readonly isStrict: boolean
  /** Where the document says so: the operation, or a property's description. */
  readonly pointer: Pointer
  /** The status of the error response, if the sentence names one. */
  readonly status: number | undefined
}

/** A property or a parameter whose values have an order. */
interface Comparable {
  readonly name: string
  readonly description: string
  readonly pointer: Pointer
  /** Its default. */
  readonly fallback: unknown
}

/** "One night" in "at least one night after the arrival". */
const distance = '(?:at least (?:an?|one|two|three|\\d+) \\w+ )'
const above = `(?:(?:(?:on|at) or |strictly |${distance})?after|later than|(?:greater|larger|higher|more|bigger) than(?: or equal to)?|at least|above)`
const below = `(?:(?:(?:on|at) or |strictly |${distance})?before|(?:earlier|less|lower|smaller|fewer) than(?: or equal to)?|at most|below)`
const must = '(?:must|ha to|need to|shall)'
const verb = '(?:be|lie|come|fall|end|start|begin)'
const mustNot = '(?:must not|must never|cannot|can not|can t|may not|shall not)'
/** What a comparison says if it includes equal values. */
const inclusive = /(?:on|at) or | or equal to|at (?:least|most)$/

/**
 * The ranges that the descriptions of an operation and of its properties require: "Must not be before `valid_from`", "`max` must be
 * greater than `min`". Leaves out recommendations, and comparisons with anything but a property of the same object.
 *
 * @param sent The schema of the object in the request body.
 * @param creation The operation that creates the records, if it is another one: what it says of a new record holds for a changed one.
 */
export function describedRanges(
  document: Document,
  operation: Operation,
  sent: SchemaNode,
  creation: Operation = operation,
): readonly DescribedRange[] {
  const properties = [...possiblePropertiesOf(document, sent)]
    .filter(([, node]) => isOrdered(document, node))
    .map(([name, node]) => ({
      name,
      description: schemaDescription(document, node),
      pointer: `${node.pointer}/description`,
      fallback: keywordOf(document, node, 'default'),
    }))
  return rangesOf(properties, [creation, operation])
}

/** The ranges that the descriptions of an operation and of its query parameters require. */
export function describedQueryRanges(document: Document, operation: Operation): readonly DescribedRange[] {
  const parameters = operation.parameters
    .filter(({ in: place, schema }) => place === 'query' && schema && isOrdered(document, schema))
    .map((each) => ({
      name: each.name,
      description: parameterDescription(document, each),
      pointer: `${each.pointer}/description`,
      fallback: each.schema && keywordOf(document, each.schema, 'default'),
    }))
  return rangesOf(parameters, [operation])
}

function rangesOf(
  comparable: readonly Comparable[],
  operations: readonly Operation[],
): readonly DescribedRange[] {
  if (comparable.length < 2) return []
  const byWords = spokenNames(comparable.map(({ name }) => name))
  const fallbacks = new Map(comparable.map(({ name, fallback }) => [name, fallback]))
  const requirement = requirementOf([...byWords.keys()])
  const doing = doingOf([...byWords.keys()])
  const rangesIn = (
    sentences: readonly string[],
    pointer: Pointer,
    property?: string,
  ): readonly DescribedRange[] =>
    sentences.flatMap((sentence, index) => {
      const { least, most, ...groups } =
        requirement.exec(sentence.replace(doing, ' $2 $1 be $3 $4 '))?.groups ?? {}
      const other = byWords.get(groups['other'] ?? '')
      const subject = byWords.get(groups['subject'] ?? '') ?? property
      const relation = least ?? most
      if (relation === undefined || other === undefined || subject === undefined || other === subject)
        return []
      const [lower, upper] = least === undefined ? [subject, other] : [other, subject]
      // "Greater than" is meant to include equal values if the defaults are equal.
      const isEqual = fallbacks.get(lower) !== undefined && fallbacks.get(lower) === fallbacks.get(upper)
      const isStrict =
        !isEqual && inclusive.test(relation) === new RegExp(`^(?:${mustNot}|not|never)`).test(relation)
      return [{ lower, upper, isStrict, pointer, status: refusalStatus(sentence, sentences[index + 1]) }]
    })
  const refused = refusalOf([...byWords.keys()])
  const ranges = [
    ...operations.flatMap((each) => rangesIn(sentencesOf(each), each.pointer)),
    ...operations.flatMap(refusalStatements).flatMap(({ sentence, status, pointer }) => {
      const { not, relation = '', ...groups } = refused.exec(sentence)?.groups ?? {}
      const [subject, other] = [groups['subject'], groups['other']].map((each) => byWords.get(each ?? ''))
      if (subject === undefined || other === undefined || subject === other) return []
      const isAbove = new RegExp(`^${above}$`).test(relation)
      const [lower, upper] = isAbove === (not === undefined) ? [subject, other] : [other, subject]
      return [{ lower, upper, isStrict: inclusive.test(relation) !== (not !== undefined), pointer, status }]
    }),
    ...comparable.flatMap(({ name, description, pointer }) =>
      rangesIn(normalizedSentences(description), pointer, name),
    ),
  ]
  const unique = new Map(ranges.map((range) => [`${range.lower}\n${range.upper}`, range]))
  return [...unique.values()]
}

/** Matches what something has to do before or after something else: "it has to end after it starts". */
const doingOf = (names: readonly string[]): RegExp =>
  new RegExp(
    ` (${must}|${mustNot}) (${anyOfWords(names)}) (${above}|${below}) (?:it|they) (${anyOfWords(names)}) `,
    'u',
  )

/** Matches sentences about refusals in which one name is above or below another: "The end date is before the start date". */
function refusalOf(names: readonly string[]): RegExp {
  const name = anyOfWords(names)
  return new RegExp(
    ` (?<subject>${name}) (?:(?:is|are|lie|come|fall|would be) )?(?<not>not )?(?<relation>${above}|${below}) (?:the )?(?<other>${name}) (?!of |plus |minus |by )`,
    'u',
  )
}

/** Matches sentences in which something must be above (`least`) or below (`most`) one of the names. */
function requirementOf(names: readonly string[]): RegExp {
  const name = anyOfWords(names)
  // "Not before `start`" and "Last day, not before `start`" have no verb, and neither has "At least one night after the arrival".
  const bare = '(?<=^ (?:(?:the )?(?:first|last|final|end|closing) (?:day|date|time|moment) )?)'
  const all = `(?<=^ )(?=[a-z0-9 ]+ (?:the )?(?:${name}) $)`
  const least = `(?<least>${must} ${verb} ${above}|(?:${mustNot} ${verb}|${bare}(?:not|never)) ${below}|${all}${above})`
  const most = `(?<most>${must} ${verb} ${below}|(?:${mustNot} ${verb}|${bare}(?:not|never)) ${above}|${all}${below})`
  return new RegExp(
    ` (?:(?<subject>${name}) )?(?:${least}|${most}) (?:the )?(?<other>${name}) (?!of |plus |minus |by )`,
    'u',
  )
}
