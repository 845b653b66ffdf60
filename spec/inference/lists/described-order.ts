import type { Document, Operation, SchemaNode } from '../../document.ts'
import { queryParametersOf } from '../../parameters/members.ts'
import { possiblePropertiesOf, requiredOf } from '../../schemas/properties.ts'
import { keywordOf } from '../../schemas/subschemas.ts'
import { isDateTime, isNumeric, typesOf } from '../../schemas/types.ts'
import { successResponse } from '../bodies/content.ts'
import { normalizedSentences, sentencesOf } from '../prose/sentences.ts'
import { spokenNames } from '../prose/spoken-names.ts'
import { recordNounOf, singularWordsOf } from '../prose/words.ts'
import { flagOf } from '../states/words/state-properties.ts'
import { isChangeTimestamp, isCreationTimestamp, isEventTimestamp } from '../times/timestamps.ts'
import { numbering } from './numbering.ts'
import { isDescending, parseOrder, sortParametersOf, type Order } from './order.ts'

/** An order that a description states. */
export interface DescribedOrder extends Order {
  /** The order in words: `the newest first`, `by position, ascending`. */
  readonly words: string
  /** Set if it is the default of the sort parameter. */
  readonly isDefault?: true
}

const byAge =
  / (?<age>newest|latest|most recent(?:ly created)?|oldest)(?: (?!(?:first|top|come|is|are|listed|shown|appear|appearing|at|the) )(?<noun>\w+(?: \w+)??))?(?: (?:come|is|are|listed|shown|appear|appearing))?(?: at)?(?: the)? (?:first|top) /

/**
 * The order of a list's items that its operation describes: by their age, such as `newest first`, or by a property, such as
 * `ordered by position`; else the default of its sort parameter. Undefined if that is ambiguous.
 */
export function describedOrder(
  document: Document,
  operation: Operation,
  record: SchemaNode,
): DescribedOrder | undefined {
  const sentences = [
    ...sentencesOf(operation),
    ...normalizedSentences(successResponse(operation)?.description ?? ''),
  ]
  const noun = recordNounOf(operation.path)
  const ages = agesIn(sentences, noun)
  const [age, ...otherAges] = ages
  if (age !== undefined) {
    const descending = age !== 'oldest'
    // `-date` says which age is meant.
    const named = orderByDefault(document, operation, record)
    if (named && named.descending === descending && isTime(document, record, named.property)) return named
    return otherAges.length === 0 ? orderByAge(document, record, descending) : undefined
  }
  const orders = new Set(sentences.flatMap((sentence) => statedOrder(sentence) ?? []))
  const [order, ...otherOrders] = orders
  if (otherOrders.length > 0) return undefined
  return order === undefined
    ? orderByDefault(document, operation, record)
    : orderByProperty(document, record, order)
}

/** The ages that sentences about records say come first: `newest`. */
const agesIn = (sentences: readonly string[], noun: string): ReadonlySet<string> =>
  new Set(
    sentences.flatMap((sentence) => {
      // "Pinned ones first, then the newest": age matters among equals only.
      if (firstThen.test(sentence)) return []
      const { age, noun: of = 'one' } = byAge.exec(sentence)?.groups ?? {}
      return age !== undefined && [noun, 'one', 'object'].includes(of) ? [age] : []
    }),
  )

/** The order that the default of the sort parameter asks for, by a property that all records have. */
function orderByDefault(
  document: Document,
  operation: Operation,
  record: SchemaNode,
): DescribedOrder | undefined {
  const sorting = sortParametersOf(document, operation)
  if (!sorting) return undefined
  const [value, direction] = [sorting.parameter, sorting.direction].map(
    (parameter) => parameter?.schema && keywordOf(document, parameter.schema, 'default'),
  )
  const properties = possiblePropertiesOf(document, record)
  const order = typeof value === 'string' ? parseOrder(value, properties) : undefined
  const node = order && properties.get(order.property)
  if (!node || !requiredOf(document, record).has(order.property) || typesOf(document, node).has('null'))
    return undefined
  const descending = order.descending || isDescending(direction)
  const words = `the default of ${sorting.parameter.name}`
  return { property: order.property, descending, words, isDefault: true }
}

function isTime(document: Document, record: SchemaNode, property: string): boolean {
  const node = possiblePropertiesOf(document, record).get(property)
  return node !== undefined && /^date(?:-time)?$/.test(String(keywordOf(document, node, 'format')))
}

/** By the creation time, or by the only other time of an event that all records have. */
export function orderByAge(
  document: Document,
  record: SchemaNode,
  descending: boolean,
): DescribedOrder | undefined {
  const timestamps = comparable(document, record).filter(([, isNumber]) => !isNumber)
  const names = timestamps.map(([name]) => name)
  const creations = names.filter(isCreationTimestamp)
  const events = names.filter((name) => isEventTimestamp(name) && !isChangeTimestamp(name))
  const [property, ...more] = creations.length > 0 ? creations : events
  if (property === undefined || more.length > 0) return undefined
  return { property, descending, words: `the ${descending ? 'newest' : 'oldest'} first` }
}

const firstThen = / first (?:and )?then /

const byProperty = / (?:ordered by|sorted by|in order of|in the order of)(?: (?:their|its|the))? (.+) $/
/** Words of orders that a request may ask for, and of items that contain what is ordered. */
const isOther = / (?:can|could|may|be|if|when|unless|optionally|parameter|query|with|including|each) /

/** What follows `ordered by`, if the sentence states the order of the list. */
function statedOrder(sentence: string): string | undefined {
  const order = sentence.replace(/ starting (?:with|at|from) .*/, ' ')
  return isOther.test(order) ? undefined : byProperty.exec(order)?.[1]
}

/** Words before `by` for what a request selects by, rather than for an order. */
const selection =
  / (?:find|search|filter|get|look|fetch|retrieve|query|select|group|count|made|created|written|sent) /
const listedBy = /^(?!.* by .* by )(?: .*)? by (?:their |it |the )?(.+) $/

/**
 * The order of a list by a text or a position whose description does not call it an order: "Sorted by name", "List suppliers by name",
 * "The steps of a recipe, by position". How texts compare is left open, and where records without the time of an order by age come.
 */
export function looselyDescribedOrder(
  document: Document,
  operation: Operation,
  record: SchemaNode,
): Order | undefined {
  const properties = possiblePropertiesOf(document, record)
  const [age, ...otherAges] = agesIn(sentencesOf(operation), recordNounOf(operation.path))
  const creation = [...properties.keys()].find(isCreationTimestamp)
  if (age !== undefined && otherAges.length === 0 && creation !== undefined)
    return { property: creation, descending: age !== 'oldest' }
  if (creation !== undefined && sentencesOf(operation).some((each) => mostRecent.test(each)))
    return { property: creation, descending: true }
  const asked = new Set(queryParametersOf(operation).map(({ name }) => singularWordsOf(name)))
  const times = [...properties.keys()].filter((name) => isTime(document, record, name))
  const spoken = spokenNames(times)
  const chronological = sentencesOf(operation)
    .map((each) => chronologically.exec(each))
    .find((each) => each !== null)
  const occurrence = chronological && occurrenceAmong(times)
  if (occurrence !== undefined)
    return { property: occurrence, descending: chronological?.groups?.['reverse'] !== undefined }
  const shown = normalizedSentences(successResponse(operation)?.description ?? '')
  const listed = shown.flatMap((each) => spoken.get(shownBy.exec(each)?.[1] ?? '') ?? [])
  if (listed[0] !== undefined) return { property: listed[0], descending: false }
  const shownOrders = shown.filter((each) => statedOrder(each) !== undefined)
  const found = [...sentencesOf(operation), ...shownOrders].flatMap((sentence): readonly Order[] => {
    const stated = statedOrder(sentence)
    const order = stated ?? (selection.test(sentence) ? undefined : listedBy.exec(sentence)?.[1])
    const name = order?.replace(directions, '')
    if (order === undefined || name === undefined || isOther.test(sentence) || asked.has(name)) return []
    const time = stated === undefined ? undefined : spoken.get(name)
    if (time !== undefined) return [{ property: time, descending: isDescendingBy(order) === true }]
    const [property, node] = [...properties].find(([each]) => singularWordsOf(each) === name) ?? []
    const isText = node && /^(?:name|title|label|(?:last|family|display|full) name|surname)$/.test(name)
    // "By date." says nothing else, whereas "Visits by date" may be grouped.
    const isBare =
      sentence === ` by ${order} ` && property !== undefined && isTime(document, record, property)
    return property !== undefined && (isText === true || numbering.test(name) || isBare)
      ? [{ property, descending: isDescendingBy(order) === true }]
      : []
  })
  return found.length === 1 ? found[0] : undefined
}

/** "Visits by start", as the description of a response: that of the operation might be about groups. */
const shownBy = /^ (?:(?:all|the|it|their) )*\w+(?: of the \w+)? by (?:their |it |the )?(\w+(?: \w+)?) $/

/** "Get most recent articles globally" */
const mostRecent = /^ (?:get|list|return|fetch|retrieve) (?:the )?(?:most recent|latest|newest) /

const chronologically = / (?<reverse>reverse )?chronological(?:ly)?(?: order)? $/

/** The time at which what a record tells of has happened, else the one at which it was created. */
function occurrenceAmong(times: readonly string[]): string | undefined {
  const [event, ...others] = times.filter((each) => !isCreationTimestamp(each) && !isChangeTimestamp(each))
  return event === undefined || others.length > 0 ? times.find(isCreationTimestamp) : event
}

const thenAge = / first (?:and )?then (?:the )?(newest|latest|most recent|oldest) /

/** An order by a flag: "The addresses, the default one first", "Pinned notes first, then the newest". */
export function flagOrder(document: Document, operation: Operation, record: SchemaNode): Order | undefined {
  const flags = [...possiblePropertiesOf(document, record)].filter(([, node]) =>
    typesOf(document, node).has('boolean'),
  )
  const noun = recordNounOf(operation.path)
  const flagFirst = new RegExp(
    ` (?:the |it )?(?<flag>\\w+)(?: (?:one|address|item|entry|record|${noun}))?(?: come)? first `,
    'u',
  )
  const found = sentencesOf(operation).flatMap((sentence): readonly Order[] => {
    const named = flagFirst.exec(sentence)?.groups?.['flag']
    const age = thenAge.exec(sentence)?.[1]
    const then = age === undefined ? undefined : orderByAge(document, record, age !== 'oldest')
    return flags.flatMap(([property]) =>
      flagOf(property) === named ? [{ property, descending: true, ...(then && { then }) }] : [],
    )
  })
  return found.length === 1 ? found[0] : undefined
}

const directions =
  / (?:(?:in )?(asc|ascending|desc|descending)(?: order)?|(?:the )?(lowest|smallest|highest|largest|earliest|soonest|latest)(?: one)?(?: come)? first)$/

/** The direction that the words after a property give; undefined if there are none. */
function isDescendingBy(order: string): boolean | undefined {
  const [found, named, extreme] = directions.exec(order) ?? []
  return found === undefined ? undefined : /^(?:desc|highest|largest|latest)/.test(named ?? extreme ?? '')
}

/** By a number or a time that all records have, if nothing else follows the words. */
function orderByProperty(document: Document, record: SchemaNode, order: string): DescribedOrder | undefined {
  const descending = isDescendingBy(order)
  const name = order.replace(directions, '')
  const [property] = comparable(document, record).find(([each]) => singularWordsOf(each) === name) ?? []
  if (property === undefined || (descending === undefined && !numbering.test(name))) return undefined
  const words = `by ${property}, ${descending ? 'descending' : 'ascending'}`
  return { property, descending: descending === true, words }
}

/** The numbers and the times that every record has. */
function comparable(
  document: Document,
  record: SchemaNode,
): readonly (readonly [name: string, isNumber: boolean])[] {
  const required = requiredOf(document, record)
  return [...possiblePropertiesOf(document, record)].flatMap(([name, node]) => {
    const types = typesOf(document, node)
    const isTime = isDateTime(document, node)
    const isNumber = isNumeric(types) && !types.has('string')
    return required.has(name) && !types.has('null') && (isTime || isNumber) ? [[name, isNumber] as const] : []
  })
}
