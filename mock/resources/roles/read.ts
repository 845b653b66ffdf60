import { after } from '../../maybe-promise.ts'
import type { Handler } from '../endpoint.ts'
import { notFound, targetOf } from '../identity/identity.ts'
import { existing } from '../records/existing.ts'
import { present } from '../responses/record-response.ts'

/** Responds with a record, or 404. */
export const read: Handler = (endpoint, context) => {
  const id = targetOf(endpoint.resource, endpoint.operation, context.request)
  if (id === undefined) return context.next()
  return after(existing(endpoint, context, id), (record) =>
    record ? present(endpoint, context, record) : notFound(endpoint.resource, id),
  )
}
