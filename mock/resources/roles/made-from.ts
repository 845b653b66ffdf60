import { sentencesOf } from '../../../spec/inference/prose/sentences.ts'
import { singularNounOf } from '../../../spec/inference/prose/words.ts'
import type { JsonObject } from '../../../spec/json.ts'
import type { Reference, Resource } from '../../../spec/resources.ts'
import { possiblePropertiesOf } from '../../../spec/schemas/properties.ts'
import { getOrInsertComputed } from '../../../spec/util/memo.ts'
import type { Refused } from '../../behaviour.ts'
import type { Endpoint, RequestContext } from '../endpoint.ts'
import { idOf } from '../identity/identity.ts'
import { resourceNamed } from '../resource-index.ts'

/** The record that a creation makes another one from: `POST /orders` with a `cartId` "turns a cart into an order". */
interface Origin {
  readonly reference: Reference
  readonly source: Resource
  /** Whether it no longer exists afterwards. */
  readonly isUsedUp: boolean
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
    return sentences.some((each) => makes.test(each))
      ? [{ reference, source, isUsedUp: sentences.some((each) => isGone.test(each)) }]
      : []
  })
  return found.length === 1 ? found[0] : undefined
}

/** What a new record takes over; a refusal if there is nothing to take: "409 if the cart is empty". */
export async function takeOver(
  endpoint: Endpoint,
  context: RequestContext,
  sent: JsonObject,
): Promise<Taken | Refused | undefined> {
  const origin = originOf(endpoint)
  const id = origin && idOf(sent[origin.reference.property])
  if (!origin || id === undefined) return undefined
  const { source, isUsedUp } = origin
  const records = context.store.collection(source.name)
  const original = await records.get(id)
  if (!original) return undefined
  const [{ itemsFor, refusedIfEmpty }, { copiedProperties }] = await Promise.all([
    import('../actions/convert.ts'),
    import('../actions/copy.ts'),
  ])
  const lists = await itemsFor(endpoint, source, context, original, [id])
  const copied = copiedProperties(endpoint.options, source, endpoint.resource, original, id)
  const properties = Object.entries({ ...copied, ...lists }).filter(([name]) => sent[name] === undefined)
  return (
    refusedIfEmpty(endpoint, lists) ?? {
      properties: Object.fromEntries(properties),
      useUp: async () => isUsedUp && records.remove(id),
    }
  )
}
