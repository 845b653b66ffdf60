import { isSameSchema } from '../../../spec/inference/schemas/similarity.ts'
import { declares } from '../../http/declares.ts'
import { after } from '../../maybe-promise.ts'
import type { Handler } from '../endpoint.ts'
import { notFound, targetOf } from '../identity/identity.ts'
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
      candidate.scope.length === 0 &&
      candidate.name !== resource.name &&
      isSameSchema(options.document, candidate.record, resource.record),
  )
  const original = home && lookupIn(options, context.store).peek(home.name, id)
  return after(context.records.get(id), (listed) =>
    after(original, (sent) => {
      if (listed) return present(endpoint, context, listed)
      if (home && !sent && declares(endpoint.declared, 404)) return notFound(home, id)
      return saveAndPresent(endpoint, context, { id, sent: sent ?? nothingSent })
    }),
  )
}
