import type { Document, Operation, SchemaNode } from '../../../document.ts'
import { possiblePropertiesOf } from '../../../schemas/properties.ts'
import { isDateTime } from '../../../schemas/types.ts'
import { requestSchema } from '../../bodies/content.ts'
import { schemaDescription } from '../../prose/sentences.ts'
import { vocabularyOf } from '../words/clause-patterns.ts'
import { textOf } from '../words/clauses.ts'
import { timestampedEvent } from '../words/state-properties.ts'

const name = String.raw`[\x60"']?[A-Za-z_]\w*[\x60"']?`
/** A pattern for one or more names of properties: the group `names`. */
export const propertyNames: string = `(?<names>${name}(?:(?:, and |, | and )${name})*)`
const time = String.raw`(?: to (?:the )?(?:now|current (?:date|time|timestamp)\b.*|(?:date|time) of .*))?`
const sets = new RegExp(
  String.raw`(?:^|,? and |, )(?:it )?(?:also )?(?:sets|stamps) ${propertyNames}${time}(?:,? and clears .*)?$`,
  'i',
)
const setsAsWell = new RegExp(
  String.raw`\bsets .* to .*(?:,? and |, )${propertyNames}(?: of (?:it|the \w+|this \w+))? to (?:the )?(?:now|current (?:date|time|timestamp)\b.*|(?:date|time) of .*)$`,
  'i',
)
const areSet = new RegExp(String.raw`(?:^|,? and |, )${propertyNames} (?:is|are) set${time}$`, 'i')
const records = new RegExp(
  String.raw`(?:^|,? and |, )(?:it )?(?:also )?(?:records|stores|notes|saves) the (?:current )?(?:time|moment|timestamp)(?: of [a-z -]+?)? (?:in|as) ${propertyNames}$`,
  'i',
)
const condition = /\b(?:if|when|while|unless|until|once|otherwise|else|not|never|may|can|might|optionally)\b/i

const begins = String.raw`^(?:set |the (?:time|date|moment) )?(?:when|at which|on which) (?:the |an? |this )?`
const someEvents = String.raw`(?<events>[a-z]+(?:(?:, (?:or )?| or )[a-z]+)*)`
/**
 * "When the invoice was paid, null until then", "Set when the order is cancelled", "The time at which it was issued", "When the guest
 * accepted or declined".
 */
const happened = [
  new RegExp(
    String.raw`${begins}[a-z -]+? (?:was|is|were|has been|got)(?: last)?(?: (?:marked|set) as)? ${someEvents}\b`,
    'i',
  ),
  new RegExp(String.raw`${begins}[a-z]+ ${someEvents}(?: (?:it|this|the [a-z]+))?(?=[.;,]|$)`, 'i'),
]
const ifNever = /[;,] (?:it is )?null (?:if (?:it )?never\b|otherwise|until).*$/i
const uncertain = /\b(?:may|might|if|unless|only|expected|planned|scheduled|first|by)\b/i

/** Whether the description of a time says that it is that of an event with one of these names. */
function isTimeOf(document: Document, node: SchemaNode, events: ReadonlySet<string>): boolean {
  const text = schemaDescription(document, node)
  const named = happened.flatMap(
    (each) => each.exec(text)?.groups?.['events']?.toLowerCase().match(/\w+/g) ?? [],
  )
  return named.some((each) => events.has(each)) && !uncertain.test(text.replace(ifNever, ''))
}

/** Whether a time is that of an event, by its name: `paidAt`, or `respondedAt` of what was accepted. */
const isOfEvent = (event: string | undefined, events: ReadonlySet<string>): boolean =>
  event !== undefined && (events.has(event) || /(?<!^(?:cre|upd))ed$/.test(event))

/**
 * The date-time properties that an action or a change sets to its own time, according to its description, "Sets `published_at`", or to
 * theirs: "When the course was published". Neither sentences with a condition count, nor properties that clients send.
 */
export function describedTimes(
  document: Document,
  record: SchemaNode,
  operation: Operation,
): readonly string[] {
  const set = new Set(
    unconditionalSentences(operation).flatMap((each) =>
      [sets, setsAsWell, areSet, records].flatMap(
        (pattern) => pattern.exec(each)?.groups?.['names']?.match(/\w+/g) ?? [],
      ),
    ),
  )
  // `DELETE /submissions/{id}/grade` undoes what it is named after.
  const isUndoing = operation.method === 'DELETE' && !operation.path.endsWith('}')
  const participles = isUndoing ? new Set<string>() : vocabularyOf(operation).participles
  const sent = requestSchema(operation)
  const isSent = sent ? possiblePropertiesOf(document, sent) : new Map<string, unknown>()
  return [...possiblePropertiesOf(document, record)].flatMap(([property, node]) =>
    !isSent.has(property) &&
    isDateTime(document, node) &&
    (set.has(property) ||
      (isOfEvent(timestampedEvent(property), participles) && isTimeOf(document, node, participles)))
      ? [property]
      : [],
  )
}

/** The times that stay as they are once they are set, by their descriptions: "When the job was first published". */
export const firstTimes = (document: Document, record: SchemaNode): readonly string[] =>
  [...possiblePropertiesOf(document, record)].flatMap(([property, node]) =>
    isDateTime(document, node) && /\bfirst\b/i.test(schemaDescription(document, node)) ? [property] : [],
  )

/** What may be done afterwards: "… and can be sold again". */
const possible = /,? and can (?:then )?be \w+(?: again)?$/i

/** The sentences of an operation that tell what it always does. */
export const unconditionalSentences = (operation: Operation): readonly string[] =>
  textOf(operation)
    .split(/[.;](?=\s|$)|\n\s*\n/)
    .map((each) => each.replaceAll(/\s+/g, ' ').trim().replace(possible, ''))
    .filter((each) => !condition.test(each))
    .flatMap(withoutAsides)

/** A sentence without what it has in parentheses, and that. */
const withoutAsides = (sentence: string): readonly string[] => [
  sentence.replaceAll(/ ?\([^()]*\)/g, ''),
  ...(sentence.match(/(?<=\()[^()]+(?=\))/g) ?? []),
]
