import type { Operation } from '../../../spec/document.ts'
import { referencedIds } from '../../../spec/inference/references/referenced-ids.ts'
import {
  refusedReferences,
  type RefusedReference,
} from '../../../spec/inference/references/unknown-references.ts'
import { isArray, isJsonObject, type Json } from '../../../spec/json.ts'
import type { Resource, ResourceModel, Role } from '../../../spec/resources.ts'
import { possiblePropertiesOf } from '../../../spec/schemas/properties.ts'
import type { Refused } from '../../behaviour.ts'
import { declares } from '../../http/declares.ts'
import { after, reduceAfter, type MaybePromise } from '../../maybe-promise.ts'
import { sentMeant } from '../actions/property-meant.ts'
import type { Endpoint, RequestContext, WriteCheck } from '../endpoint.ts'
import { idOf, nameOf, notFound, sentRecord, targetOf } from '../identity/identity.ts'
import { fixedByPath } from '../records/fixed-by-path.ts'
import { lookupIn, nested } from '../records/lookup.ts'
import { containerOf, scopeIn, scopesOf } from '../relations/containers.ts'
import { linksOf, type Part } from '../relations/links.ts'
import { resourceNamed } from '../resource-index.ts'
import { exposesIds, missing } from './missing-record.ts'
import { refuseValue } from './refuse-value.ts'
import { writtenRecord } from './written-record.ts'

/**
 * Refuses a record that refers to one that does not exist, with the status that the document names for it: "422 if the author
 * does not exist", or else with one of {@link statusOf}. Undefined where no reference is refused.
 */
export function unknownReference(endpoint: Endpoint): WriteCheck | undefined {
  const { operation } = endpoint
  const guarded = guardedReferences(endpoint)
  const inParts = guardedInParts(endpoint)
  if (guarded.length === 0 && inParts.length === 0) return undefined
  return (context) => {
    const { request, store } = context
    const sent = sentMeant(endpoint, sentRecord(operation, request) ?? {})
    const ofRecord = reduceAfter<Guarded, Refused | undefined>(
      guarded,
      undefined,
      (refusal, { reference, status, target }) => {
        if (refusal) return refusal
        const ids = referencedIds(sent[reference.property], reference)
        return after(
          target.scope.length > 0
            ? missingBelow(endpoint, target, ids, context)
            : firstUnknown(endpoint, target, ids, store),
          (found) =>
            found &&
            refuseValue(endpoint.declared, status, 'unknown_reference', found.message, [reference.property]),
        )
      },
    )
    return after(ofRecord, (refusal) =>
      refusal || inParts.length === 0 ? refusal : unknownInParts(endpoint, inParts, context),
    )
  }
}

/** Refuses ids that no record has, be it that in its path or another. */
const firstUnknown = (
  { options }: Endpoint,
  target: Resource,
  ids: readonly Json[],
  store: RequestContext['store'],
): MaybePromise<Refused | undefined> =>
  reduceAfter<Json, Refused | undefined>(ids, undefined, (refusal, value) => {
    const id = idOf(value)
    if (refusal || id === undefined) return refusal
    return after(
      missing(options.model, target.name, [id], store),
      (refused) =>
        refused &&
        after(lookupIn(options, store).find(target.name, id), (known) => (known ? undefined : refused)),
    )
  })

/** Refuses ids that no record has below the one that contains those referred to, or below any if nothing tells which one that is. */
async function missingBelow(
  { options, resource, operation }: Endpoint,
  target: Resource,
  ids: readonly Json[],
  { request, scope, records, store }: RequestContext,
): Promise<Refused | undefined> {
  if (ids.length === 0 || !exposesIds(target)) return undefined
  const { model } = options
  const container = containerOf(model, resource, target)
  const own = targetOf(resource, operation, request)
  const before = operation.role === 'create' || own === undefined ? undefined : await records.get(own)
  const record = { ...before, ...sentRecord(operation, request), ...fixedByPath(operation, request) }
  const known = container && scopeIn(container, record, scope)
  const { findNested, isNumberedAcross } = await nested()
  const isUnique = !known && isNumberedAcross(options, target)
  const scopes = known ? [known] : isUnique ? [] : await scopesOf(model, target, store)
  for (const id of ids.map(idOf)) {
    if (id === undefined) continue
    const found = await Promise.all(scopes.map(async (each) => store.collection(target.name, each).get(id)))
    if (!(isUnique ? await findNested(options, target, id, store) : found.some(Boolean)))
      return notFound(target, id)
  }
  return undefined
}

/** References in the parts of a record that clients send, such as the lines of an order. */
function guardedInParts({ options, declared, resource, accepted }: Endpoint): readonly Part[] {
  if (!accepted || statusOf(declared) === undefined) return []
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
  const { options } = endpoint
  const { model } = options
  const { store } = context
  const { isNumberedAcross } = await nested()
  const usual = statusOf(endpoint.declared) ?? 422
  const { record } = await writtenRecord(endpoint, context)
  const sent = sentRecord(endpoint.operation, context.request) ?? {}
  for (const { property, links } of parts) {
    const isList = isArray(sent[property] ?? null)
    const stated = refusedReferences(options.document, endpoint.declared, links.own)
    const statusFor = (name: string): number =>
      stated.find(({ reference }) => reference.property === name)?.status ?? usual
    for (const [index, item] of [sent[property] ?? []].flat().entries())
      for (const { resource, within, idProperty, container, ...link } of links.own) {
        const id = isJsonObject(item) ? idOf(item[link.property]) : undefined
        const target = resourceNamed(model, resource)
        if (id === undefined || idProperty !== undefined || !target) continue
        const status = statusFor(link.property)
        if (!isKnown(model, target, status)) continue
        const scope = container && scopeIn(container, record, context.scope)
        if (!scope && target.scope.length > 0 && !isNumberedAcross(options, target)) continue
        const other = await lookupIn(options, store).find(resource, id, scope)
        const refusal = (as: number, code: string, message: string): Refused =>
          refuseValue(endpoint.declared, as, code, message, [
            property,
            ...(isList ? [index] : []),
            link.property,
          ])
        if (!other) return refusal(status, 'unknown_reference', notFound(target, id).message)
        const isElsewhere =
          within !== undefined &&
          record[within] !== undefined &&
          other[within] !== undefined &&
          record[within] !== other[within]
        if (isElsewhere)
          return refusal(422, 'wrong_reference', `The ${nameOf(target, id)} has another ${within}.`)
      }
  }
  return undefined
}

/**
 * The first that is declared of 422, a 404 that can be about nothing in the path, 400, and any other 404, or 400 if all errors are
 * described as one.
 */
function statusOf(declared: Operation): number | undefined {
  const { path, responses } = declared
  const hasOne = responses.length > 1 && responses.some(({ status }) => /^(?:default|4xx)$/i.test(status))
  const named = [422, ...(path.includes('{') ? [] : [404]), 400, 404].filter((status) =>
    declares(declared, status),
  )
  return (
    named.find((status) => !isForAnotherReason(declared, status)) ?? named[0] ?? (hasOne ? 400 : undefined)
  )
}

/** Whether a refusal is described by one reason alone, which is not that something is unknown: "The column belongs to another board". */
const isForAnotherReason = ({ responses }: Operation, status: number): boolean =>
  responses.some(
    (response) =>
      response.status === String(status) &&
      /\b(?:another|different|differ|same)\b/i.test(response.description),
  )

/** A reference to records that have to exist. */
interface Guarded extends Pick<RefusedReference, 'reference' | 'status'> {
  readonly target: Resource
}

function guardedReferences(endpoint: Endpoint): readonly Guarded[] {
  return refusedReferencesOf(endpoint).flatMap(({ reference, status }) => {
    const target = resourceNamed(endpoint.options.model, reference.resource)
    return target ? [{ reference, status, target }] : []
  })
}

function refusedReferencesOf({
  options,
  declared,
  resource,
  accepted,
}: Endpoint): readonly Omit<Guarded, 'target'>[] {
  const { document, model } = options
  if (!accepted) return []
  const described = refusedReferences(document, declared, resource.references)
  const status = statusOf(declared)
  if (status === undefined) return described
  const sendable = possiblePropertiesOf(document, accepted)
  const others = resource.references.filter(
    ({ property, resource: target, idProperty }) =>
      idProperty === undefined &&
      sendable.has(property) &&
      isKnown(model, resourceNamed(model, target), status) &&
      !described.some(({ reference }) => reference.property === property),
  )
  return [...described, ...others.map((reference) => ({ reference, status }))]
}

/** Whether clients can see, and add to, all records of a resource. One of both is enough for a status that says what is missing. */
function isKnown(model: ResourceModel, target: Resource | undefined, status: number): boolean {
  if (!target) return false
  const { scope, parent, operations } = target
  const above = parent && resourceNamed(model, parent.resource)
  const has = (role: Role): boolean => operations.some((each) => each.role === role)
  const [isListed, isCreated] = [has('list'), has('create')]
  return (
    (status === 404 ? isListed || isCreated : isListed && isCreated) &&
    (scope.length === 0 || (above?.scope.length === scope.length - 1 && isKnown(model, above, status)))
  )
}
