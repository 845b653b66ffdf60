import type { Document, SchemaNode } from '../../../spec/document.ts'
import { sentencesOf } from '../../../spec/inference/prose/sentences.ts'
import { refusalStatus } from '../../../spec/inference/prose/refusal-statements.ts'
import { normalizeName, singular, wordsOf } from '../../../spec/inference/prose/words.ts'
import { objectItems } from '../../../spec/inference/schemas/objects.ts'
import { actionName, isStateName, pastForms } from '../../../spec/inference/states/action-outcome.ts'
import { isArray, isJsonObject, type Json, type JsonObject } from '../../../spec/json.ts'
import type { RequestValues } from '../../../spec/request.ts'
import { possiblePropertiesOf } from '../../../spec/schemas/properties.ts'
import { enumValues, isNumeric, typesOf } from '../../../spec/schemas/types.ts'
import { perObject } from '../../../spec/util/memo.ts'
import { refuse, type Refused } from '../../behaviour.ts'
import type { Endpoint } from '../endpoint.ts'
import { declaredStatus, sentRecord } from '../records/identity.ts'
import { listIn } from './added-item.ts'
import { nothingRemoved, type Written } from './save.ts'

/** What an action does to the items of a record part by part: goods of an order are received, shipped or returned. */
interface ItemAmounts {
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
  /** The status with which more than that is refused, if the document says so. */
  readonly refusal: number | undefined
  /** The property with the state, and its values for what is done as a whole and for what is done in part. */
  readonly state:
    | { readonly property: string; readonly whole: Json; readonly part: Json | undefined }
    | undefined
}

/**
 * The change that an action makes to amounts of a record's items: `POST /orders/{id}/receive` with `{lines: [{lineId, quantity}]}` adds to
 * the `quantityReceived` of each line. Undefined for any other operation.
 */
export function itemAmounts(
  endpoint: Endpoint,
  request: RequestValues,
  before: JsonObject,
): Required<Pick<Written, 'states' | 'removed'>> | Refused | undefined {
  const amounts = itemAmountsOf(endpoint)
  const sent = amounts && sentRecord(endpoint.operation, request)?.[amounts.sentList]
  if (!amounts || sent === undefined || !isArray(sent)) return undefined
  const { list, key, sentKey, amount, tally, most, refusal, state } = amounts
  let items = listIn(before, list).filter(isJsonObject)
  for (const each of sent.filter(isJsonObject)) {
    const index = items.findIndex((item) => item[key] === each[sentKey])
    const item = items[index]
    const unknown = declaredStatus(endpoint.declared, [422, 404, 400])
    if (!item && unknown !== undefined)
      return refuse(unknown, 'not_found', `There is no ${singular(list)} with this ${sentKey}.`)
    if (!item) continue
    const next = { ...item, [tally]: numberIn(item, tally) + numberIn(each, amount) }
    if (most !== undefined && refusal !== undefined && numberIn(next, tally) > numberIn(item, most))
      return refuse(refusal, 'limit_exceeded', `${tally} must not exceed ${most}.`)
    items = items.with(index, next)
  }
  const isWhole = most !== undefined && items.every((item) => numberIn(item, tally) >= numberIn(item, most))
  const current = state && before[state.property]
  const reached = isWhole ? state?.whole : (state?.part ?? current)
  return {
    states: { [list]: items, ...(state && reached !== undefined && { [state.property]: reached }) },
    removed: nothingRemoved,
  }
}

const numberIn = (object: JsonObject, name: string): number => {
  const value = object[name]
  return typeof value === 'number' ? value : 0
}

/** What an action does to the items of its record; undefined if it is no such action. */
export const itemAmountsOf: (endpoint: Endpoint) => ItemAmounts | undefined = perObject(
  (endpoint: Endpoint): ItemAmounts | undefined => {
    const { declared, accepted, resource, options } = endpoint
    const { document } = options
    if (declared.method !== 'POST' || !accepted) return undefined
    const [verb = '', ...others] = wordsOf(actionName(declared).split(':').at(-1) ?? '')
    const done = pastForms([verb])
    const [sent, ...more] = listsOf(document, accepted)
    const lists = listsOf(document, resource.record)
    const own =
      lists.find(([name]) => normalizeName(name) === normalizeName(sent?.[0] ?? '')) ??
      (lists.length === 1 ? lists[0] : undefined)
    if (others.length > 0 || !sent || more.length > 0 || !own) return undefined
    const [[sentList, sentItem], [list, item]] = [sent, own]
    const numbers = numbersOf(document, item)
    const tally = numbers.find((name) => isTallyOf(done, name))
    const amount = numbersOf(document, sentItem).find((name) => isAmount(wordsOf(name)) || name === tally)
    const key = keyOf(document, list, item, sentItem)
    if (tally === undefined || amount === undefined || !key) return undefined
    const most = numbers.find((name) =>
      /^(?:(?:ordered|requested) )?(?:quantity|qty|units|count)(?: ordered| requested)?$/.test(
        wordsOf(name).join(' '),
      ),
    )
    const isLimited = sentencesOf(declared).find((sentence) =>
      / (?:more than|exceed|over|too many|too much) /.test(sentence),
    )
    return {
      list,
      sentList,
      ...key,
      amount,
      tally,
      most,
      refusal:
        isLimited === undefined
          ? undefined
          : declaredStatus(declared, [refusalStatus(isLimited), 409, 422, 400]),
      state: stateOf(document, resource.record, done),
    }
  },
)

/** The lists of objects in an object, with the schema of their items. */
const listsOf = (document: Document, node: SchemaNode): readonly (readonly [string, SchemaNode])[] =>
  [...possiblePropertiesOf(document, node)].flatMap(([name, each]) => {
    const item = objectItems(document, each)
    return item ? [[name, item] as const] : []
  })

const numbersOf = (document: Document, node: SchemaNode): readonly string[] =>
  [...possiblePropertiesOf(document, node)].flatMap(([name, each]) =>
    isNumeric(typesOf(document, each)) ? [name] : [],
  )

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
