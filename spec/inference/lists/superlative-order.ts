import type { Document, Operation, SchemaNode } from '../../document.ts'
import { possiblePropertiesOf, requiredOf } from '../../schemas/properties.ts'
import { keywordOf } from '../../schemas/subschemas.ts'
import { isNumeric, typesOf } from '../../schemas/types.ts'
import { sentencesOf } from '../prose/sentences.ts'
import { spokenNames } from '../prose/spoken-names.ts'
import { recordNounOf } from '../prose/words.ts'
import type { Order } from './order.ts'

/** An order that a sentence states by what comes first, or by its kind. */
export interface StatedOrder extends Order {
  /** `text` for an alphabetical order, `time` for a chronological one. */
  readonly kind: 'number' | 'text' | 'time'
}

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
  / (?:ordered|sorted|listed) by(?: their| the| its)? (?<name>\w+(?: \w+){0,2}?)(?<down> (?:in )?desc\w*)? (?:then |and then |$)/
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
  const noun = recordNounOf(operation.path)
  const find = (kind: StatedOrder['kind'], spoken: string): string | undefined =>
    byKind[kind].get(spoken) ??
    (spoken.startsWith(`${noun} `) ? byKind[kind].get(spoken.slice(noun.length + 1)) : undefined)
  const orders = sentencesOf(operation)
    .map((sentence) => sentence.replace(exception, ' '))
    .filter((sentence) => !isAsked.test(sentence))
    .flatMap((sentence) => ordersIn(sentence, find))
  const [order, ...others] = orders
  return others.every((each) => each.property === order?.property && each.descending === order.descending)
    ? order
    : undefined
}

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
  const kind = kinds[ordered?.['kind'] ?? ''] ?? 'text'
  return [
    ...(['number', 'time', 'text'] as const)
      .flatMap((each) => of(each, first?.['name'], first?.['up'] === undefined))
      .slice(0, 1),
    ...of(
      kind,
      ordered?.['name'] ?? (ordered && kind === 'text' ? 'name' : undefined),
      ordered?.['reverse'] !== undefined,
    ),
    ...of('text', sorted?.['name'], sorted?.['down'] !== undefined),
  ]
}

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
  ['format', 'enum', 'const'].every((keyword) => keywordOf(document, node, keyword) === undefined)
