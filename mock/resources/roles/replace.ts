import { memberNamed, type JsonObject } from '../../../spec/json.ts'
import { jsonSent } from '../../../spec/request.ts'
import type { Outcome, Refused } from '../../behaviour.ts'
import { declares } from '../../http/declares.ts'
import { after, type MaybePromise } from '../../maybe-promise.ts'
import type { Id } from '../../store/store.ts'
import { valuesSetBy, wrongState } from '../actions/state-transition.ts'
import type { Endpoint, Handler, RequestContext } from '../endpoint.ts'
import { identityReference, notFound, sentRecord, targetOf } from '../identity/identity.ts'
import { existing, isUnwritten } from '../records/existing.ts'
import { outdatedVersion } from '../refusals/outdated-version.ts'
import { affectOthers, affectsOthers } from '../relations/effects/effects-on-others.ts'
import { resourceNamed } from '../resource-index.ts'
import { presentNew } from '../responses/location.ts'
import { present } from '../responses/record-response.ts'
import { thresholdStates } from '../values/threshold-states.ts'
import { createsMissing } from './creates-missing.ts'
import { save, saveAndPresent } from './save.ts'

/** Replaces a record, or creates it if the document allows that. */
export const replace: Handler = (endpoint, context) => {
  const { resource, operation } = endpoint
  const id = targetOf(resource, operation, context.request)
  const sent = sentRecord(operation, context.request) ?? fromScalar(context)
  if (id === undefined || !sent) return context.next()
  const outcome = after(existing(endpoint, context, id), (before) =>
    before
      ? (changeRefusal(endpoint, context, id, before) ??
        saveAndPresent(endpoint, context, {
          id,
          sent,
          before,
          states: {
            ...valuesSetBy(endpoint, context.now),
            ...thresholdStates(endpoint, before, sent, context.now),
          },
        }))
      : createAt(endpoint, context, id, sent),
  )
  if (!affectsOthers(endpoint)) return outcome
  return after(outcome, (replaced) =>
    replaced.kind === 'ok' ? after(affectOthers(endpoint, context, sent), () => replaced) : replaced,
  )
}

/** A record without values of its own, for a text or a number that the document does not exclude. */
function fromScalar({ request }: RequestContext): JsonObject | undefined {
  const sent = jsonSent(request)
  return sent === undefined || typeof sent === 'object' ? undefined : {}
}

/** Refuses a change because of the record's state, or because it is based on an outdated version. */
export const changeRefusal = (
  endpoint: Endpoint,
  { request }: RequestContext,
  id: Id,
  before: JsonObject,
): Refused | undefined =>
  wrongState(endpoint, id, before) ??
  outdatedVersion(endpoint, before, sentRecord(endpoint.operation, request))

/**
 * Creates the record that a PUT found missing (RFC 9110 §9.3.4), or that a POST to a singleton did, if the document declares
 * that or has no other operation to create one, or if the request has `allowMissing=true` (https://google.aip.dev/134). Otherwise 404.
 */
export function createAt(
  endpoint: Endpoint,
  context: RequestContext,
  id: Id,
  sent: JsonObject,
): MaybePromise<Outcome> {
  const { resource, declared } = endpoint
  const isAllowed = memberNamed(context.request.query, 'allowMissing') === true
  const isFirst = isUnwritten(endpoint.options)(resource)
  if (!isAllowed && !isFirst && !createsMissing(declared, resource)) return notFound(resource, id)
  return after(missingIdentity(endpoint, context, id), (missing) =>
    missing
      ? missing
      : after(save(endpoint, context, { id, sent }), (record) =>
          declares(declared, 201)
            ? presentNew(endpoint, context, record, 201, id)
            : present(endpoint, context, record),
        ),
  )
}

/** The refusal of a record whose id is that of another one, as of the user who is a member, if there is no such record. */
function missingIdentity(
  { resource, options: { model } }: Endpoint,
  { store }: RequestContext,
  id: Id,
): MaybePromise<Refused | undefined> {
  const identity = identityReference(resource)
  const other = identity && resourceNamed(model, identity.resource)
  if (!other || other.scope.length > 0) return undefined
  return after(store.collection(other.name).get(id), (found) => (found ? undefined : notFound(other, id)))
}
