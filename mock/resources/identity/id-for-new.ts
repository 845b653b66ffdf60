import { responseFor } from '../../../spec/document.ts'
import { idInQueryOf } from '../../../spec/inference/identity/id-in-query.ts'
import type { JsonObject } from '../../../spec/json.ts'
import { requiredOf } from '../../../spec/schemas/properties.ts'
import { refuse, type Refused } from '../../behaviour.ts'
import { ownStatus } from '../../http/declared-status.ts'
import { declares } from '../../http/declares.ts'
import { after, type MaybePromise } from '../../maybe-promise.ts'
import type { Id } from '../../store/store.ts'
import type { Endpoint, RequestContext } from '../endpoint.ts'
import { deletedRecords } from '../records/existing.ts'
import { fixedByPath } from '../records/fixed-by-path.ts'
import { compositeOf, nextComposite, ownerAmong } from './composite-ids.ts'
import { idOf, nounOf, singletonId } from './identity.ts'
import { idsOf } from './ids.ts'
import { newId } from './new-id.ts'
import { newSlug } from './slug.ts'

/** The id the client chose, if the document allows that and the id is free; otherwise the next one. */
export function idForNew(
  endpoint: Endpoint,
  context: RequestContext,
  sent: JsonObject,
): MaybePromise<Id | Refused> {
  const { resource, options } = endpoint
  const { records } = context
  if (resource.kind === 'singleton') return singletonId
  const ids = idsOf(options, resource)
  const chosen = chosenId(endpoint, sent) ?? idInQuery(endpoint, context)
  if (chosen === undefined || !ids.fits(chosen)) return nextId(endpoint, context, sent)
  return after(records.get(chosen), (taken) =>
    taken === undefined ? chosen : takenId(endpoint, context, chosen),
  )
}

/** The next id: after the last one of the record that it begins with, if the ids are made so. */
function nextId(endpoint: Endpoint, context: RequestContext, sent: JsonObject): MaybePromise<Id> {
  const { resource, options, operation } = endpoint
  const next = (): MaybePromise<Id> => newId(options, resource, context.records, context.scope)
  const composite = compositeOf(options, resource)
  if (!composite)
    return /slug$/i.test(resource.idProperty ?? '')
      ? newSlug(options, resource, context.records, sent, next)
      : next()
  const owner = ownerAmong(composite, { ...sent, ...fixedByPath(operation, context.request) })
  const collections = [context.records, deletedRecords(resource, context)]
  return after(nextComposite(composite, owner, resource, collections), (id) => id ?? next())
}

/** Refuses an id that is taken, or replaces it if the document declares no status for that. */
function takenId(
  { resource, declared, options }: Endpoint,
  { records, scope }: RequestContext,
  chosen: Id,
): MaybePromise<Id | Refused> {
  // An undeclared response would break the contract: another id is better than overwriting a record.
  const isDescribed =
    [409, 422, 400].some((status) => responseFor(declared, status)) || ownStatus(declared, 409) !== undefined
  // Names are what clients know records by: another one would be of no use.
  const isName = resource.nesting?.contents?.has(resource.idProperty ?? '') === true
  const isReplaceable = (resource.idType === 'integer' || !isDescribed) && !isName
  if (isReplaceable && !declares(declared, 409)) return newId(options, resource, records, scope)
  return refuse(409, 'already_exists', `The ${nounOf(resource)} ${String(chosen)} exists already.`)
}

function chosenId(endpoint: Endpoint, sent: JsonObject): Id | undefined {
  const { resource, idSentAs, accepted, options } = endpoint
  const { idProperty } = resource
  const id = idSentAs === undefined ? undefined : idOf(sent[idSentAs])
  // Clients that are generated from schemas send 0 for an id that they need not know.
  const isNone = id === 0 && accepted && !requiredOf(options.document, accepted).has(idProperty ?? '')
  return isNone ? undefined : id
}

/** The id in the query, as in `POST /v1/projects/acme/jobs?jobId=nightly`. */
function idInQuery(
  { resource, declared, options: { model } }: Endpoint,
  { request }: RequestContext,
): Id | undefined {
  const parameter = model.names.has(resource.name) ? idInQueryOf(resource, declared) : undefined
  return parameter && idOf(request.query[parameter.name])
}
