import type { Document, Operation, SchemaNode } from '../../document.ts'
import type { Json } from '../../json.ts'
import { numericProperties, possiblePropertiesOf } from '../../schemas/properties.ts'
import { enumValues } from '../../schemas/types.ts'
import { refusalStatus } from '../prose/refusal-statements.ts'
import { sentencesOf } from '../prose/sentences.ts'
import { normalizeName, singular, wordsOf } from '../prose/words.ts'
import { objectItems } from '../schemas/objects.ts'
import { actionWords } from '../states/action-outcome.ts'
import { isStateName } from '../states/words/state-properties.ts'
import { pastForms } from '../states/words/verb-forms.ts'

/** What an action does to the items of a record part by part: goods of an order are received, shipped or returned. */
export interface ItemAmounts {
  /** The list in the record, and that in the request body. */
  readonly list: string
  readonly sentList: string
  /** What identifies an item, and what the request calls that. */
  readonly key: string
  readonly sentKey: string
  /** The number that is sent, and the one of the item that it is added to: `quantity`, `quantityReceived`. */
  readonly amount: string
  readonly tally: string
  /** The number that there may be at most: `quantityOrdered`. */
  readonly most: string | undefined
  /** Whether the document says that more than that is refused, and with which status, if it names one. */
  readonly isLimited: boolean
  readonly status: number | undefined
  /** The property with the state, and its values for what is done as a whole and for what is done in part. */
  readonly state:
    | { readonly property: string; readonly whole: Json; readonly part: Json | undefined }
    | undefined
}

/**
 * What an action does to the items of a record: `POST /orders/{id}/receive` with `{lines: [{lineId, quantity}]}` adds to the
 * `quantityReceived` of each line. Undefined for any other operation.
 *
 * @param sent The schema of the request body.
 */
export function itemAmountsIn(
  document: Document,
  record: SchemaNode,
  action: Operation,
  sent: SchemaNode | undefined,
): ItemAmounts | undefined {
  if (action.method !== 'POST' || !sent) return undefined
  const [verb = '', ...others] = actionWords(action)
  const done = pastForms([verb])
  const [listed, ...more] = listsOf(document, sent)
  const lists = listsOf(document, record)
  const own =
    lists.find(([name]) => normalizeName(name) === normalizeName(listed?.[0] ?? '')) ??
    (lists.length === 1 ? lists[0] : undefined)
  if (others.length > 0 || !listed || more.length > 0 || !own) return undefined
  const [[sentList, sentItem], [list, item]] = [listed, own]
  const numbers = numericProperties(document, item)
  const tally = numbers.find((name) => isTallyOf(done, name))
  const amount = numericProperties(document, sentItem).find(
    (name) => isAmount(wordsOf(name)) || name === tally,
  )
  const key = keyOf(document, list, item, sentItem)
  if (tally === undefined || amount === undefined || !key) return undefined
  const limit = sentencesOf(action).find((sentence) =>
    / (?:more than|exceed|over|too many|too much) /.test(sentence),
  )
  return {
    list,
    sentList,
    ...key,
    amount,
    tally,
    most: numbers.find((name) => most.test(wordsOf(name).join(' '))),
    isLimited: limit !== undefined,
    status: limit === undefined ? undefined : refusalStatus(limit),
    state: stateOf(document, record, done),
  }
}

const most = /^(?:(?:ordered|requested) )?(?:quantity|qty|units|count)(?: ordered| requested)?$/

/** The lists of objects in an object, with the schema of their items. */
const listsOf = (document: Document, node: SchemaNode): readonly (readonly [string, SchemaNode])[] =>
  [...possiblePropertiesOf(document, node)].flatMap(([name, each]) => {
    const item = objectItems(document, each)
    return item ? [[name, item] as const] : []
  })

const isAmount = (words: readonly string[]): boolean =>
  /^(?:quantity|qty|amount|count|units)$/.test(words.join(' '))

/** Whether a number counts what has been done: `receivedQuantity`, `quantityReceived`, `received` for `receive`. */
function isTallyOf(done: ReadonlySet<string>, name: string): boolean {
  const words = wordsOf(name)
  const others = words.filter((word) => !done.has(word))
  return others.length === words.length - 1 && (others.length === 0 || isAmount(others))
}

/** What identifies an item: its id, which the request may call `lineId`, or another key that both have, such as `sku`. */
function keyOf(
  document: Document,
  list: string,
  item: SchemaNode,
  sentItem: SchemaNode,
): Pick<ItemAmounts, 'key' | 'sentKey'> | undefined {
  const own = possiblePropertiesOf(document, item)
  const names = [...possiblePropertiesOf(document, sentItem).keys()]
  const noun = normalizeName(singular(list))
  const ofItem = names.find((name) => {
    const [, owner] = /^(.*)id$/.exec(normalizeName(name)) ?? []
    return owner !== undefined && (noun.endsWith(owner) || owner === 'item' || owner === 'line')
  })
  if (own.has('id') && ofItem !== undefined) return { key: 'id', sentKey: ofItem }
  const shared = names.find((name) => own.has(name) && /^(?:id|sku|code)$/.test(wordsOf(name).at(-1) ?? ''))
  return shared === undefined ? undefined : { key: shared, sentKey: shared }
}

/** The states of a record that is done with, and of one that is done with in part: `received`, `partially_received`. */
function stateOf(document: Document, record: SchemaNode, done: ReadonlySet<string>): ItemAmounts['state'] {
  const [found] = [...possiblePropertiesOf(document, record)].flatMap(([property, node]) => {
    const values = isStateName(property) ? enumValues(document, node) : []
    const named = (isNamed: (words: readonly string[]) => boolean): Json | undefined =>
      values.find((each) => typeof each === 'string' && isNamed(wordsOf(each)))
    const whole = named((words) => done.has(words.join('')))
    const part = named(
      ([first = '', ...others]) =>
        /^part(?:ial(?:ly)?|ly)?$/.test(first) && (others.length === 0 || done.has(others.join(''))),
    )
    return whole === undefined ? [] : [{ property, whole, part }]
  })
  return found
}
