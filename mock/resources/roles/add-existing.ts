import { declares } from '../../http/declares.ts'
import { after } from '../../maybe-promise.ts'
import type { Handler } from '../endpoint.ts'
import { notFound, sentRecord, targetOf } from '../identity/identity.ts'
import { present } from '../responses/record-response.ts'
import { nothingSent, save, saveAndPresent } from './save.ts'

/** Adds a record that exists in its own collection to this list: `PUT /playlists/3/tracks/7`. */
export const addExisting: Handler = (endpoint, context) => {
  const { resource, operation, options } = endpoint
  const { records, scope, store } = context
  const id = targetOf(resource, operation, context.request)
  if (id === undefined) return context.next()
  const home = options.sharing?.homeOf(options, resource)
  return after(records.get(id), (listed) => {
    if (listed) return present(endpoint, context, listed)
    if (!home)
      return saveAndPresent(endpoint, context, {
        id,
        sent: sentRecord(operation, context.request) ?? nothingSent,
      })
    const own = options.sharing?.originalOf(
      store.collection(home.name, scope.slice(0, home.scope.length)),
      resource,
      id,
    )
    return after(own, (original) => {
      if (!original && declares(endpoint.declared, 404)) return notFound(home, id)
      return after(save(endpoint, context, { id, sent: original ?? nothingSent }), (saved) =>
        after(records.get(id), (shown) => present(endpoint, context, shown ?? saved)),
      )
    })
  })
}
