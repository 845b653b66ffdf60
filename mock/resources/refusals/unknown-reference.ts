import { referencedIds } from '../../../spec/inference/references/referenced-ids.ts'
import {
  refusedReferences,
  type RefusedReference,
} from '../../../spec/inference/references/unknown-references.ts'
import { isJsonObject } from '../../../spec/json.ts'
import type { Resource } from '../../../spec/resources.ts'
import { possiblePropertiesOf } from '../../../spec/schemas/properties.ts'
import { refuse, type Refused } from '../../behaviour.ts'
import { after, reduceAfter } from '../../maybe-promise.ts'
import type { Endpoint, RequestContext, WriteCheck } from '../endpoint.ts'
import { declares, idOf, nameOf, notFound, sentRecord } from '../records/identity.ts'
import { linksOf, type Part } from '../relations/links.ts'
import { resourceNamed } from '../resource-index.ts'
import { firstMissing } from './missing-record.ts'
import { writtenRecord } from './written-record.ts'

/**
 * Refuses a record that refers to one that does not exist, with the status that the document names for it: "422 if the author
 * does not exist", or else with 422 if that is declared. Undefined where no reference is refused.
 */
export function unknownReference(endpoint: Endpoint): WriteCheck | undefined {
  const { operation } = endpoint
  const { model } = endpoint.options
  const guarded = guardedReferences(endpoint)
  const inParts = guardedInParts(endpoint)
  if (guarded.length === 0 && inParts.length === 0) return undefined
  return (context) => {
    const { request, store } = context
    const sent = sentRecord(operation, request) ?? {}
    const ofRecord = reduceAfter<(typeof guarded)[number], Refused | undefined>(
      guarded,
      undefined,
      (refusal, { reference, status }) => {
        if (refusal) return refusal
        const ids = referencedIds(sent[reference.property], reference)
        const required = ids.map((id) => ({ name: reference.resource, path: [idOf(id)] }))
        return after(
          firstMissing(model, required, store),
          (missing) => missing && refuse(status, 'unknown_reference', missing.message),
        )
      },
    )
    return after(ofRecord, (refusal) =>
      refusal || inParts.length === 0 ? refusal : unknownInParts(endpoint, inParts, context),
    )
  }
}

/** References in the parts of a record that clients send, such as the lines of an order. */
function guardedInParts({ options, declared, resource, accepted }: Endpoint): readonly Part[] {
  if (!accepted || !declares(declared, 422)) return []
  const sendable = possiblePropertiesOf(options.document, accepted)
  return linksOf(options, { from: resource, node: resource.record, sent: [accepted], depth: 0 }).parts.filter(
    ({ property }) => sendable.has(property),
  )
}

/** Refuses parts that refer to no record, or to one that does not belong to what the whole record belongs to. */
async function unknownInParts(
  endpoint: Endpoint,
  parts: readonly Part[],
  context: RequestContext,
): Promise<Refused | undefined> {
  const { model } = endpoint.options
  const { record } = await writtenRecord(endpoint, context)
  const sent = sentRecord(endpoint.operation, context.request) ?? {}
  for (const { property, links } of parts)
    for (const item of [sent[property] ?? []].flat().filter(isJsonObject))
      for (const { resource, within, idProperty, ...link } of links.own) {
        const id = idOf(item[link.property])
        const target = resourceNamed(model, resource)
        if (id === undefined || idProperty !== undefined || !target || !isKnown(target)) continue
        const other = await context.store.collection(resource).get(id)
        if (!other) return refuse(422, 'unknown_reference', notFound(target, id).message)
        const isElsewhere =
          within !== undefined &&
          record[within] !== undefined &&
          other[within] !== undefined &&
          record[within] !== other[within]
        if (isElsewhere)
          return refuse(422, 'wrong_reference', `The ${nameOf(target, id)} has another ${within}.`)
      }
  return undefined
}

type Guarded = Pick<RefusedReference, 'reference' | 'status'>

function guardedReferences({ options, declared, resource, accepted }: Endpoint): readonly Guarded[] {
  const { document, model } = options
  if (!accepted) return []
  const described = refusedReferences(document, declared, resource.references)
  if (!declares(declared, 422)) return described
  const sendable = possiblePropertiesOf(document, accepted)
  const others = resource.references.filter(
    ({ property, resource: target, idProperty }) =>
      idProperty === undefined &&
      sendable.has(property) &&
      isKnown(resourceNamed(model, target)) &&
      !described.some(({ reference }) => reference.property === property),
  )
  return [...described, ...others.map((reference) => ({ reference, status: 422 }))]
}

/** Whether clients can see, and add to, all records of a resource. */
const isKnown = (target: Resource | undefined): boolean =>
  target?.scope.length === 0 &&
  ['list', 'create'].every((role) => target.operations.some((each) => each.role === role))
