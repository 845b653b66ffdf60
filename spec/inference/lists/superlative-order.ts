import type { Document, Operation, SchemaNode } from '../../document.ts'
import { possiblePropertiesOf, requiredOf } from '../../schemas/properties.ts'
import { keywordOf } from '../../schemas/subschemas.ts'
import { isNumeric, typesOf } from '../../schemas/types.ts'
import { ownText } from '../../util/object.ts'
import { namedRanges } from '../constraints/named-ranges.ts'
import { normalizedSentences, sentencesOf } from '../prose/sentences.ts'
import { spokenNames } from '../prose/spoken-names.ts'
import { recordNounOf, singularWordsOf } from '../prose/words.ts'
import { isChangeTimestamp } from '../times/timestamps.ts'
import { bareOrders } from './bare-order.ts'
import { numbering } from './numbering.ts'
import type { Order, StatedOrder } from './order.ts'

const isAsked = / (?:can|could|may|if|when|optionally|parameter|query|each|including|group) /
const onTop = '(?: (?:come|is|are|listed|shown|appear))?(?: at)?(?: the)? (?:first|top) '
const most =
  '(?<up>lowest|smallest|least|fewest|cheapest|shortest|earliest|oldest)|highest|largest|biggest|greatest|longest|latest|newest|most recent'

/** "The room with the highest rate comes first", "earliest arrival first". */
const extreme = new RegExp(` (?:${most}) (?<name>\\w+(?: \\w+){0,2}?)${onTop}`, 'u')
/** "In alphabetical order of their names", "alphabetically by name", "in chronological order". */
const kindOfOrder =
  / (?<reverse>reverse )?(?<kind>alphabetical|chronological|numerical)(?:ly)?(?: order)?(?:(?: order)? (?:of|by)(?: their| the| its)? (?<name>\w+(?: \w+){0,2}?))? (?:then |and then |starting |$)/
/** "Ordered by code", "listed by last name, then by first name". */
const byText =
  / (?:ordered|sorted|listed) by(?: their| the| its)? (?<name>\w+(?: \w+){0,2}?)(?:(?<down> (?:in )?desc\w*)| (?:in )?asc\w*)?(?: order)? (?:then |and then |and by |those with |$)/
/** "In the order of their position", "sorted by pick order, lowest first", "sorted by price, ascending". */
const byNumber =
  / (?:in (?:the )?order of|ordered by|sorted by)(?: their| the| its)? (?<name>\w+(?: \w+){0,2}?)(?: (?:the )?(?:(?<lowest>lowest|smallest|earliest|oldest|soonest)|(?<highest>highest|largest|latest|newest))(?: one)?(?: come)? first| (?:in )?(?:(?<up>asc\w*)|(?<down>desc\w*))(?: order)?)? $/
/** "By priority, highest first". */
const byExtreme =
  / by(?: their| the| its)? (?<name>\w+(?: \w+){0,2}?) (?:the )?(?:(?<up>lowest|smallest|earliest|oldest|soonest)|highest|largest|greatest|latest|newest)(?: one)?(?: come)? first (?:then |and |$)/
/** "…, then by first name", "…, and by first name where last names are the same". */
const nextText =
  / (?:and|then) by(?: their| the| its)? (?<name>\w+(?: \w+){0,2}?)(?: (?:where|among|within) .*)? $/
/** "Those with the same name by id". */
const tied =
  / those with (?:the same|equal) (?:\w+ ){1,3}?(?:are )?(?:sorted |ordered )?by(?: their| the)? (?<name>\w+(?: \w+){0,2}?) $/
/** "Those who registered last come first". */
const last = new RegExp(
  ` (?:who|that|which) (?:(?:were|wa|are|have been) )?(?<event>\\w+) (?:(?<up>first|earliest)|last|latest|most recently)${onTop}`,
  'u',
)
/** "The most recently registered customers come first". */
const recent = new RegExp(` (?:(?<up>least)|most) recently (?<event>\\w+)(?: \\w+){0,2}?${onTop}`, 'u')
/** "In the order in which they start", "in the order of their registration". */
const eventual =
  / in (?:the )?order (?:of(?: their)?|in which (?:they|it)(?: (?:are|were|wa|have been))?) (?<event>\w+)(?: date| day| time)? $/
/** "Cheapest first", of what has one price. */
const byPrice = / (?:the )?(?:(?<up>cheapest)|most expensive)(?: one)?(?: come)? first /
const pricing = /(?:^| )(?:price|fee|fare|rate)(?: |$)/
/** "Earliest first", of what begins at some time. */
const byStart = /(?:^| )(?:the )?(?:(?<up>earliest|soonest)|latest)(?: one)?(?: come)? first $/
/** "Highest first", of what has one number. */
const bySoleNumber = / (?:the )?(?:(?<up>lowest|smallest)|highest|largest|biggest)(?: one)?(?: come)? first $/
/** "From the cheapest to the most expensive". */
const span =
  / from (?:the )?(most expensive|most recent|[a-z]+est) to (?:the )?(?:most expensive|most recent|[a-z]+est)(?: one)? $/
/** "The next one due first", "the next to start first". */
const upcoming = / (?:the )?next (?:one )?(?:to )?(\w+) first $/
/** What is said of the records before the order: "Lists the hours in which somebody can come, earliest first". */
const aside = / (?:in|at|on|for|to|from) (?:which|whom) (?:\w+ )*?(?=\w+ first $)/
const exception = / (?:unless|by default|in the absence of) .*$/

/** The order of a list by one of its properties that a sentence about it states; undefined if there is none, or another one beside it. */
export function superlativeOrder(
  document: Document,
  operation: Operation,
  record: SchemaNode,
): StatedOrder | undefined {
  const byKind = {
    number: named(document, record, isNumber),
    text: named(document, record, isText),
    time: named(document, record, isTime),
  }
  const start = soleStart(document, record, [...byKind.time.values()])
  const noun = recordNounOf(operation.path)
  const find = (kind: StatedOrder['kind'], spoken: string): string | undefined =>
    byKind[kind].get(spoken) ??
    (spoken.startsWith(`${noun} `) ? byKind[kind].get(spoken.slice(noun.length + 1)) : undefined) ??
    (kind === 'text' && spoken === 'name' ? shownName(byKind.text) : undefined)
  const sentences = [...sentencesOf(operation), ...shownIn(operation)]
  const orders = sentences
    .map((sentence) =>
      sentence
        .replace(exception, ' ')
        .replace(aside, ' ')
        .replace(span, ' $1 first ')
        .replace(upcoming, ' earliest $1 first '),
    )
    .filter((sentence) => !isAsked.test(sentence))
    .flatMap((sentence) => {
      const numbers = [...byKind.number.values()]
      const named = [...ordersIn(sentence, find), ...byPriceIn(sentence, numbers)]
      const stated = named.length > 0 ? named : bySoleNumberIn(sentence, numbers)
      const { up } = byStart.exec(sentence)?.groups ?? { up: null }
      return stated.length > 0 || start === undefined || up === null
        ? stated
        : [{ property: start, descending: up === undefined, kind: 'time' as const }]
    })
  const bare = bareOrders(operation, find)
  const [order, ...others] = bare.length > 0 ? bare : orders
  const isSole = others.every(
    (each) => each.property === order?.property && each.descending === order.descending,
  )
  if (order === undefined || !isSole) return undefined
  const then = order.then ?? tieIn(sentences, document, record, find)
  return then ? { ...order, then } : order
}

/** The only property that holds a name as it is shown, where none is called so. */
function shownName(texts: ReadonlyMap<string, string>): string | undefined {
  const [name, ...others] = new Set(
    [...texts].flatMap(([words, property]) =>
      /^(?:display|full|public|screen) name$/.test(words) ? [property] : [],
    ),
  )
  return others.length === 0 ? name : undefined
}

/** The order of records that are equal in the other one: "those with the same name by id". */
function tieIn(
  sentences: readonly string[],
  document: Document,
  record: SchemaNode,
  find: Find,
): Order | undefined {
  const name = sentences.flatMap((each) => tied.exec(each)?.groups?.['name'] ?? [])[0] ?? ''
  const own = possiblePropertiesOf(document, record).has(name) ? name : undefined
  const property = kindsOfValues.flatMap((kind) => find(kind, name) ?? [])[0] ?? own
  return property === undefined ? undefined : { property, descending: false }
}

/** The order by the only price among the numbers, if the sentence says how expensive comes first. */
function byPriceIn(sentence: string, numbers: readonly string[]): readonly StatedOrder[] {
  const groups = byPrice.exec(sentence)?.groups
  const [property, ...others] = new Set(numbers.filter((name) => pricing.test(singularWordsOf(name))))
  return groups === undefined || property === undefined || others.length > 0
    ? []
    : [{ property, descending: groups['up'] === undefined, kind: 'number' }]
}

/** The order by the only number that measures something, if the sentence names none. */
function bySoleNumberIn(sentence: string, numbers: readonly string[]): readonly StatedOrder[] {
  const groups = bySoleNumber.exec(sentence)?.groups
  const [property, ...others] = new Set(
    numbers.filter((name) => !/(?:^| )(?:id|version|position|index)$/.test(singularWordsOf(name))),
  )
  return groups === undefined || property === undefined || others.length > 0
    ? []
    : [{ property, descending: groups['up'] === undefined, kind: 'number' }]
}

/** The sentences about a successful response: "All open tasks, earliest first". */
const shownIn = ({ responses }: Operation): readonly string[] =>
  responses
    .filter(({ status }) => status === '200')
    .flatMap(({ description }) => normalizedSentences(description))

/** The time at which a record begins, if it has no other that it could be ordered by: neither an end, nor the time of a change. */
function soleStart(document: Document, record: SchemaNode, times: readonly string[]): string | undefined {
  const ends = new Set(namedRanges(document, record).map(({ upper }) => upper))
  const [start, ...others] = new Set(times.filter((each) => !ends.has(each) && !isChangeTimestamp(each)))
  return others.length === 0 ? start : undefined
}

/** The participles that name times for the nouns of events: the order of registration is that of `registered_at`. */
const participles: Readonly<Record<string, string>> = {
  creation: 'created',
  registration: 'registered',
  submission: 'submitted',
  publication: 'published',
  payment: 'paid',
  enrolment: 'enrolled',
  enrollment: 'enrolled',
  booking: 'booked',
  upload: 'uploaded',
  completion: 'completed',
  measurement: 'measured',
  shipment: 'shipped',
  recording: 'recorded',
}

const eventOf = (noun = ''): string | undefined => ownText(participles, noun)

/** What records are called: their name, else their title. */
const nameIn = (find: Find): string | undefined => ['name', 'title'].find((each) => find('text', each))

type Find = (kind: StatedOrder['kind'], spoken: string) => string | undefined

function ordersIn(sentence: string, find: Find): readonly StatedOrder[] {
  const of = (
    kind: StatedOrder['kind'],
    name: string | undefined,
    descending: boolean,
  ): readonly StatedOrder[] => {
    const property = name === undefined ? undefined : find(kind, name)
    return property === undefined ? [] : [{ property, descending, kind }]
  }
  const first = extreme.exec(sentence)?.groups
  const ordered = kindOfOrder.exec(sentence)?.groups
  const sorted = byText.exec(sentence)?.groups
  const numbered = byNumber.exec(sentence)?.groups
  const extremely = numbered ? undefined : byExtreme.exec(sentence)?.groups
  const isDown = (numbered?.['down'] ?? numbered?.['highest']) !== undefined
  const isDirected = isDown || (numbered?.['up'] ?? numbered?.['lowest']) !== undefined
  const latest = recent.exec(sentence)?.groups ?? last.exec(sentence)?.groups
  const event = eventual.exec(sentence)?.groups?.['event'] ?? ''
  const next = nextText.exec(sentence)?.groups?.['name']
  const then = kindsOfValues.flatMap((kind) => (next && find(kind, next)) ?? [])[0]
  const withNext = (each: StatedOrder): StatedOrder =>
    then === undefined ? each : { ...each, then: { property: then, descending: false } }
  const kind = kinds[ordered?.['kind'] ?? ''] ?? 'text'
  return [
    ...kindsOfValues
      .flatMap((each) => of(each, eventOf(first?.['name']) ?? first?.['name'], first?.['up'] === undefined))
      .slice(0, 1),
    ...of(
      kind,
      ordered?.['name'] ?? (ordered && kind === 'text' ? nameIn(find) : undefined),
      ordered?.['reverse'] !== undefined,
    ),
    ...of('text', sorted?.['name'], sorted?.['down'] !== undefined).map(withNext),
    ...(['number', 'time'] as const)
      .flatMap((each) => of(each, extremely?.['name'], extremely?.['up'] === undefined))
      .map(withNext),
    ...(isDirected || numbering.test(numbered?.['name'] ?? '')
      ? of('number', numbered?.['name'], isDown)
      : []),
    ...(isDirected ? of('time', numbered?.['name'], isDown) : []),
    ...of('time', latest?.['event'], latest?.['up'] === undefined),
    ...of('time', eventOf(event) ?? event, false),
  ]
}

const kindsOfValues = ['number', 'time', 'text'] as const

const kinds: Readonly<Record<string, StatedOrder['kind']>> = {
  alphabetical: 'text',
  chronological: 'time',
  numerical: 'number',
}

type Test = (document: Document, node: SchemaNode) => boolean

/** What the properties of a kind are called, those that all records have. */
function named(document: Document, record: SchemaNode, test: Test): ReadonlyMap<string, string> {
  const required = requiredOf(document, record)
  const names = [...possiblePropertiesOf(document, record)].flatMap(([name, node]) =>
    required.has(name) && !typesOf(document, node).has('null') && test(document, node) ? [name] : [],
  )
  return spokenNames(names)
}

const isNumber: Test = (document, node) => {
  const types = typesOf(document, node)
  return isNumeric(types) && !types.has('string')
}

const isTime: Test = (document, node) => /^date(?:-time)?$/.test(String(keywordOf(document, node, 'format')))

const isText: Test = (document, node) =>
  typesOf(document, node).has('string') &&
  ['enum', 'const'].every((keyword) => keywordOf(document, node, keyword) === undefined) &&
  [undefined, 'email'].includes(keywordOf(document, node, 'format') as string | undefined)
