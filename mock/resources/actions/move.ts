import { pathParametersIn } from '../../../spec/inference/paths/item-path.ts'
import { isJsonObject, type JsonObject } from '../../../spec/json.ts'
import { jsonSent } from '../../../spec/request.ts'
import type { Outcome } from '../../behaviour.ts'
import { after, type MaybePromise } from '../../maybe-promise.ts'
import type { Id } from '../../store/store.ts'
import type { Endpoint, RequestContext } from '../endpoint.ts'
import { idOf } from '../identity/identity.ts'
import { newId } from '../identity/new-id.ts'
import { resourceNamed } from '../resource-index.ts'
import { nothingRemoved, nothingSent, saveAndPresent, updateRelated } from '../roles/save.ts'

/**
 * Moves a record below another one than that in the path, `POST /calendars/{id}/events/{eventId}/move?destination=`. Undefined if the
 * request names none.
 */
export async function moveRecord(
  endpoint: Endpoint,
  context: RequestContext,
  id: Id,
  before: JsonObject,
): Promise<MaybePromise<Outcome> | undefined> {
  const { resource, options } = endpoint
  const to = await ownerNamed(endpoint, context)
  if (to === undefined || to === context.scope.at(-1)) return undefined
  const scope = [...context.scope.slice(0, -1), to]
  const records = context.store.collection(resource.name, scope)
  await context.records.remove(id)
  await updateRelated(endpoint, context, before, undefined)
  const free = (await records.get(id)) === undefined ? id : await newId(options, resource, records, scope)
  const moved = { ...context, scope, records }
  return saveAndPresent(endpoint, moved, { id: free, sent: nothingSent, before, removed: nothingRemoved })
}

/** The id of the record above that the query or the body names. */
async function ownerNamed(
  { resource, options: { model } }: Endpoint,
  { request, scope, store }: RequestContext,
): Promise<Id | undefined> {
  const parent = resourceNamed(model, resource.parent?.resource ?? '')
  if (parent?.scope.length !== scope.length - 1) return undefined
  const body = jsonSent(request)
  const sent = Object.values({ ...(isJsonObject(body) && body), ...request.query })
  const owners = store.collection(parent.name, scope.slice(0, -1))
  for (const value of sent) {
    const id = idOf(value)
    if (id !== undefined && (await after(owners.get(id), Boolean)))
      return pathParametersIn(String(id), model.names.get(parent.name) ?? '')?.at(-1) ?? id
  }
  return undefined
}
