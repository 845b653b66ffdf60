import type { Document, SchemaNode } from '../../../spec/document.ts'
import { sentencesOf } from '../../../spec/inference/prose/sentences.ts'
import { normalizeName, wordsOf } from '../../../spec/inference/prose/words.ts'
import { objectItems } from '../../../spec/inference/schemas/objects.ts'
import { isArray, isJsonObject, type Json, type JsonObject } from '../../../spec/json.ts'
import type { RequestValues } from '../../../spec/request.ts'
import { lastPart } from '../../../spec/routing/path-template.ts'
import { itemsOf, possiblePropertiesOf } from '../../../spec/schemas/properties.ts'
import { getOrInsertComputed } from '../../../spec/util/memo.ts'
import type { Endpoint } from '../endpoint.ts'
import { sentRecord } from '../identity/identity.ts'
import { settableIn } from '../values/amounts.ts'
import { nothingRemoved, type Written } from './save.ts'

const lists = new WeakMap<Endpoint, { readonly property: string | undefined }>()

/**
 * The change that a POST below a record makes to the list of objects that its path names: `POST /carts/{id}/items` adds an item to the
 * cart. Undefined for any other operation.
 */
export function addedItem(
  endpoint: Endpoint,
  request: RequestValues,
  before: JsonObject,
): Required<Pick<Written, 'states' | 'removed'>> | undefined {
  const { property: list } = getOrInsertComputed(lists, endpoint, () => ({ property: namedList(endpoint) }))
  const sent = list === undefined ? undefined : acceptedOf(endpoint, sentRecord(endpoint.operation, request))
  if (list === undefined || !sent) return undefined
  const items = listIn(before, list)
  const known = addsUp(endpoint) ? items.findIndex((item) => isOfSame(item, sent)) : -1
  const next = known < 0 ? [...items, sent] : items.with(known, summedUp(items[known], sent))
  return { states: { [list]: next }, removed: nothingRemoved }
}

/** What clients may send of an item: not what the server assigns. */
function acceptedOf({ accepted, options }: Endpoint, sent: JsonObject | undefined): JsonObject | undefined {
  if (!sent || !accepted) return sent
  const settable = settableIn(options.document, accepted)
  return Object.fromEntries(Object.entries(sent).filter(([name]) => settable.has(name)))
}

/** Whether what is in the list already is not added a second time: "If it is in the cart already, its quantity is increased". */
const addsUp = ({ declared }: Endpoint): boolean =>
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
  return isJsonObject(item) && ids.length > 0 && ids.every((name) => item[name] === sent[name])
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
  const node = list === undefined ? undefined : possiblePropertiesOf(document, resource.record).get(list)
  const item = node && itemsOf(document, node)
  const known = item && possiblePropertiesOf(document, item)
  const sent = namesOf(document, accepted)
  return known && sent.length > 0 && sent.every((each) => known.has(each)) ? list : undefined
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
