import { isSameSchema } from '../../../spec/inference/schemas/similarity.ts'
import type { JsonObject } from '../../../spec/json.ts'
import type { Resource } from '../../../spec/resources.ts'
import { declares } from '../../http/declares.ts'
import { after, type MaybePromise } from '../../maybe-promise.ts'
import type { Id } from '../../store/store.ts'
import type { Endpoint, Handler, RequestContext } from '../endpoint.ts'
import { notFound, sentRecord, targetOf } from '../identity/identity.ts'
import { lookupIn } from '../records/lookup.ts'
import { present } from '../responses/record-response.ts'
import { nothingSent, saveAndPresent } from './save.ts'

/** Adds a record that exists in its own collection to this list: `PUT /playlists/3/tracks/7`. */
export const addExisting: Handler = (endpoint, context) => {
  const { resource, operation, options } = endpoint
  const id = targetOf(resource, operation, context.request)
  if (id === undefined) return context.next()
  const home = options.model.resources.find(
    (candidate) =>
      candidate.scope.every((parameter, at) => parameter === resource.scope[at]) &&
      candidate.name !== resource.name &&
      isSameSchema(options.document, candidate.record, resource.record),
  )
  const original = home && originalOf(endpoint, context, home, id)
  return after(context.records.get(id), (listed) =>
    after(original, (sent) => {
      if (listed) return present(endpoint, context, listed)
      if (home && !sent && declares(endpoint.declared, 404)) return notFound(home, id)
      return saveAndPresent(endpoint, context, {
        id,
        sent: sent ?? sentRecord(operation, context.request) ?? nothingSent,
      })
    }),
  )
}

/** The record in its own collection, which may know it by another name: a role by its `name` rather than its `id`. */
function originalOf(
  { resource, options }: Endpoint,
  { scope, store }: RequestContext,
  home: Resource,
  id: Id,
): MaybePromise<JsonObject | undefined> {
  const lookup = lookupIn(options, store)
  const within = scope.slice(0, home.scope.length)
  const find = (own: Id): MaybePromise<JsonObject | undefined> =>
    within.length > 0 ? lookup.find(home.name, own, within) : lookup.peek(home.name, own)
  const { idProperty } = resource
  if (idProperty === undefined || home.idProperty === idProperty) return find(id)
  const known = lookup.pickId(home.name, String(id), { property: idProperty, value: id }, within)
  return after(known, (own) => (own === undefined ? undefined : find(own)))
}
