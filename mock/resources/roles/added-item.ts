import type { Document, SchemaNode } from '../../../spec/document.ts'
import { sentencesOf } from '../../../spec/inference/prose/sentences.ts'
import { normalizeName, wordsOf } from '../../../spec/inference/prose/words.ts'
import { referencedNoun } from '../../../spec/inference/references/names.ts'
import { objectItems } from '../../../spec/inference/schemas/objects.ts'
import { isSameSchema } from '../../../spec/inference/schemas/similarity.ts'
import { isArray, isJsonObject, type Json, type JsonObject } from '../../../spec/json.ts'
import { lastPart } from '../../../spec/routing/path-template.ts'
import { itemsOf, possiblePropertiesOf } from '../../../spec/schemas/properties.ts'
import { typesOf } from '../../../spec/schemas/types.ts'
import { getOrInsertComputed } from '../../../spec/util/memo.ts'
import type { Refused } from '../../behaviour.ts'
import { declares } from '../../http/declares.ts'
import { after, reduceAfter, type MaybePromise } from '../../maybe-promise.ts'
import type { Id, Transaction } from '../../store/store.ts'
import type { Endpoint, RequestContext } from '../endpoint.ts'
import { idOf, notFound, sentRecord } from '../identity/identity.ts'
import { lookupIn } from '../records/lookup.ts'
import { membersOfAdded } from '../records/new-parts.ts'
import { pick } from '../relations/derived/derived-values.ts'
import { settableIn } from '../values/amounts.ts'
import { isCart } from './cart.ts'
import { nothingRemoved, type Written } from './save.ts'

const lists = new WeakMap<Endpoint, { readonly property: string | undefined }>()

/** What a list of a record becomes. */
export type ListChange = Required<Pick<Written, 'states' | 'removed'>>

/**
 * The change that a POST below a record makes to the list of objects that its path names: `POST /carts/{id}/items` adds an item to the
 * cart; a refusal if the item is of something unknown. Undefined for any other operation.
 */
export function addedItem(
  endpoint: Endpoint,
  { request, store }: RequestContext,
  before: JsonObject,
  id: Id,
): MaybePromise<ListChange | Refused | undefined> {
  const { property: list } = getOrInsertComputed(lists, endpoint, () => ({ property: namedList(endpoint) }))
  const sent = list === undefined ? undefined : acceptedOf(endpoint, sentRecord(endpoint.operation, request))
  if (list === undefined || !sent) return undefined
  const items = listIn(before, list)
  const known = addsUp(endpoint) ? items.findIndex((item) => isOfSame(item, sent)) : -1
  const change = (item: JsonObject, at: number): ListChange => ({
    states: { [list]: at < 0 ? [...items, item] : items.with(at, item) },
    removed: nothingRemoved,
  })
  return after(withShown(endpoint, list, sent, store), (shown) => {
    if ('kind' in shown) return shown
    const { item } = shown
    if (known >= 0) return change(summedUp(items[known], item), known)
    return after(membersOfAdded(endpoint, list, id, store), (own) => change({ ...own, ...item }, -1))
  })
}

/** An item, which may have any property: a refusal is told by its `kind`. */
interface Shown {
  readonly item: JsonObject
}

/** What is sent of an item, with the records that it shows in place of their ids: the `product` of a `productId`. */
function withShown(
  { options, resource, declared }: Endpoint,
  list: string,
  sent: JsonObject,
  store: Transaction,
): MaybePromise<Shown | Refused> {
  const { document, model } = options
  const known = itemProperties(document, resource.record, list)
  return reduceAfter<string, Shown | Refused>(Object.keys(sent), { item: sent }, (partial, name) => {
    if ('kind' in partial) return partial
    const property = shownProperty(document, known, name)
    const node = known.get(property ?? '')
    const target = node && model.resources.find(({ record }) => isSameSchema(document, record, node))
    const id = idOf(sent[name])
    if (!target || !node || property === undefined || id === undefined) return partial
    return after(lookupIn(options, store).peek(target.name, id), (record) => {
      if (!record) return declares(declared, 404) ? notFound(target, id) : partial
      const { [name]: _, ...others } = partial.item
      const shown = pick(record, [...possiblePropertiesOf(document, node).keys()])
      return { item: { [property]: shown, ...others } }
    })
  })
}

type Properties = ReadonlyMap<string, SchemaNode>

/** The property of an item that shows the record whose id is sent under a name that the item does not have. */
function shownProperty(document: Document, known: Properties, name: string): string | undefined {
  const noun = known.has(name) ? undefined : referencedNoun(name)
  return [...known].find(
    ([property, node]) => normalizeName(property) === noun && typesOf(document, node).has('object'),
  )?.[0]
}

/** The properties of the items of a list. */
function itemProperties(document: Document, record: SchemaNode, list: string): Properties {
  const node = possiblePropertiesOf(document, record).get(list)
  const item = node && itemsOf(document, node)
  return item ? possiblePropertiesOf(document, item) : new Map<string, SchemaNode>()
}

/** What clients may send of an item: not what the server assigns. */
function acceptedOf({ accepted, options }: Endpoint, sent: JsonObject | undefined): JsonObject | undefined {
  if (!sent || !accepted) return sent
  const settable = settableIn(options.document, accepted)
  return Object.fromEntries(Object.entries(sent).filter(([name]) => settable.has(name)))
}

/** Whether what is in the list already is not added a second time: "If it is in the cart already, its quantity is increased". */
const addsUp = ({ declared, resource }: Endpoint): boolean =>
  isCart(resource) ||
  sentencesOf(declared).some(
    (sentence) =>
      / (?:already|again|twice|same) /.test(sentence) &&
      / (?:increase[sd]?|added|add|raise[sd]?|sum(?:med)? up|goe? up|merge[sd]?|combined?) /.test(sentence),
  )

/** Whether an item has all the ids that are sent: of the same product. */
function isOfSame(item: Json, sent: JsonObject): boolean {
  const ids = Object.keys(sent).filter((name) =>
    /^(?:id|uuid|sku|code|isbn)$/.test(wordsOf(name).at(-1) ?? ''),
  )
  const valueOf = (whole: JsonObject, name: string): Json | undefined => {
    const shown = Object.entries(whole).find(([each]) => normalizeName(each) === referencedNoun(name))?.[1]
    return whole[name] ?? (isJsonObject(shown) ? shown['id'] : undefined)
  }
  return isJsonObject(item) && ids.length > 0 && ids.every((name) => valueOf(item, name) === sent[name])
}

/** The item with the quantity that is sent added to its own. */
const summedUp = (item: Json | undefined, sent: JsonObject): JsonObject => {
  const own = isJsonObject(item) ? item : {}
  const sums = Object.entries(sent).flatMap(([name, value]) => {
    const before = own[name]
    const isCounted = /^(?:quantity|qty|count|amount|number|units|pieces)$/.test(wordsOf(name).at(-1) ?? '')
    return isCounted && typeof value === 'number' && typeof before === 'number'
      ? [[name, before + value] as const]
      : []
  })
  return { ...own, ...sent, ...Object.fromEntries(sums) }
}

/** The list of objects that the last segment of the path names, if the request sends some of their properties. */
function namedList({ declared, accepted, resource, options }: Endpoint): string | undefined {
  if (declared.method !== 'POST' || !accepted) return undefined
  const { document } = options
  const list = listNamed(document, resource.record, lastPart(declared.path))
  const known = itemProperties(document, resource.record, list ?? '')
  const sent = namesOf(document, accepted)
  const isKnown = (name: string): boolean =>
    known.has(name) || shownProperty(document, known, name) !== undefined
  return sent.length > 0 && sent.every(isKnown) ? list : undefined
}

/** The items of a list in a record; none where it has no such list. */
export function listIn(record: JsonObject, property: string): readonly Json[] {
  const { [property]: list } = record
  return list !== undefined && isArray(list) ? list : []
}

/** The list of objects in a record that a segment of a path names. */
export function listNamed(document: Document, record: SchemaNode, segment: string): string | undefined {
  return [...possiblePropertiesOf(document, record)].find(([property, node]) => {
    const isNamed = normalizeName(property) === normalizeName(segment)
    return isNamed && objectItems(document, node) !== undefined
  })?.[0]
}

const namesOf = (document: Document, node: NonNullable<Endpoint['accepted']>): readonly string[] => [
  ...possiblePropertiesOf(document, node).keys(),
]
