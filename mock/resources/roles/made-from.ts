import type { Document, SchemaNode } from '../../../spec/document.ts'
import { sentencesOf } from '../../../spec/inference/prose/sentences.ts'
import { singularNounOf } from '../../../spec/inference/prose/words.ts'
import { objectItems } from '../../../spec/inference/schemas/objects.ts'
import type { JsonObject } from '../../../spec/json.ts'
import type { Reference, Resource } from '../../../spec/resources.ts'
import { numericProperties, possiblePropertiesOf } from '../../../spec/schemas/properties.ts'
import { getOrInsertComputed } from '../../../spec/util/memo.ts'
import type { Refused } from '../../behaviour.ts'
import type { Id } from '../../store/store.ts'
import type { Endpoint, RequestContext } from '../endpoint.ts'
import { idOf, singletonId } from '../identity/identity.ts'
import type { CrudOptions } from '../options.ts'
import { pick } from '../relations/derived/derived-values.ts'
import { resourceNamed } from '../resource-index.ts'
import { isCart, isOwnCart } from './cart.ts'

/** The record that a creation makes another one from: `POST /orders` with a `cartId` "turns a cart into an order". */
interface Origin {
  /** What is sent of it; undefined for the only one there is, the cart of the current user. */
  readonly reference: Reference | undefined
  readonly source: Resource
  /** What becomes of it: a cart is empty afterwards, unless the document says that it no longer exists. */
  readonly end: 'removed' | 'emptied' | undefined
}

/** What a new record takes over from another one, and what becomes of that one. */
export interface Taken {
  readonly properties: JsonObject
  readonly useUp: () => Promise<unknown>
}

const origins = new WeakMap<Endpoint, { readonly origin: Origin | undefined }>()

/** The origin of the records that a creation makes; undefined if the document describes none. */
export const originOf = (endpoint: Endpoint): Origin | undefined =>
  getOrInsertComputed(origins, endpoint, () => ({ origin: readOrigin(endpoint) })).origin

function readOrigin({ resource, declared, accepted, options }: Endpoint): Origin | undefined {
  const { document, model } = options
  const sendable = accepted && possiblePropertiesOf(document, accepted)
  const sentences = sentencesOf(declared)
  const found = resource.references.flatMap((reference): readonly Origin[] => {
    const source = resourceNamed(model, reference.resource)
    if (!source || source === resource || source.scope.length > 0 || !sendable?.has(reference.property))
      return []
    const noun = `(?:it|the|a|an|this) ${singularNounOf(source.name)}`
    // Not "Places an order for a customer": nothing of the customer is in the order.
    const makes = new RegExp(
      ` (?:(?:turn|convert|check out|from|with the content of|become) (?:\\w+ )?|order )${noun} `,
    )
    const isGone = new RegExp(
      ` ${noun} (?:is|will be) (?:then )?(?:gone|removed|deleted|discarded|closed|used up) `,
    )
    const end = sentences.some((each) => isGone.test(each))
      ? 'removed'
      : isCart(source)
        ? 'emptied'
        : undefined
    return sentences.some((each) => makes.test(each)) ? [{ reference, source, end }] : []
  })
  if (found.length > 0) return found.length === 1 ? found[0] : undefined
  const source = model.resources.find(isOwnCart)
  const lists = source ? listNames(document, resource.record).filter((name) => !sendable?.has(name)) : []
  const isLater = lists.some((name) => listNames(document, source?.record ?? resource.record).includes(name))
  return source && isLater ? { reference: undefined, source, end: 'emptied' } : undefined
}

const listNames = (document: Document, record: SchemaNode): readonly string[] =>
  [...possiblePropertiesOf(document, record)].flatMap(([name, node]) =>
    objectItems(document, node) ? [name] : [],
  )

/** What a new record takes over; a refusal if there is nothing to take: "409 if the cart is empty". */
export async function takeOver(
  endpoint: Endpoint,
  context: RequestContext,
  sent: JsonObject,
): Promise<Taken | Refused | undefined> {
  const origin = originOf(endpoint)
  const id = origin?.reference ? idOf(sent[origin.reference.property]) : singletonId
  if (!origin || id === undefined) return undefined
  const { source, end } = origin
  const records = context.store.collection(source.name)
  const original = await records.get(id)
  if (!original) return undefined
  const [{ itemsFor, refusedIfEmpty }, { copiedProperties }] = await Promise.all([
    import('../actions/convert.ts'),
    import('../actions/copy.ts'),
  ])
  const lists = await itemsFor(endpoint, source, context, original, [id])
  const copied = copiedProperties(endpoint.options, source, endpoint.resource, original, id)
  // What a cart costs is what its order costs.
  const amounts = isCart(source)
    ? pick(original, numericProperties(endpoint.options.document, endpoint.resource.record))
    : {}
  const properties = Object.entries({ ...copied, ...amounts, ...lists }).filter(
    ([name]) => sent[name] === undefined,
  )
  return (
    refusedIfEmpty(endpoint, lists) ?? {
      properties: Object.fromEntries(properties),
      useUp: async () =>
        end === 'removed'
          ? records.remove(id)
          : end && empty(endpoint.options, source, original, context, id),
    }
  )
}

/** What empties the lists of a record; nothing, if it has none. */
export const emptyLists = ({ document }: CrudOptions, { record }: Resource): JsonObject =>
  Object.fromEntries(listNames(document, record).map((name) => [name, []]))

/** Empties a cart, with what follows from that. */
async function empty(
  options: CrudOptions,
  source: Resource,
  before: JsonObject,
  { store, now }: RequestContext,
  id: Id,
): Promise<void> {
  const [{ createComposer }, { lookupIn }] = await Promise.all([
    import('../records/compose.ts'),
    import('../records/lookup.ts'),
  ])
  const record = await createComposer(options, source).compose({
    id,
    scope: [],
    lookup: lookupIn(options, store),
    sent: {},
    before,
    removed: new Set(),
    fixed: emptyLists(options, source),
    now: now(),
  })
  await store.collection(source.name).put(id, record)
}
