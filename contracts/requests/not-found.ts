import type { Operation } from '../../spec/document.ts'
import type { Answer } from '../answer.ts'
import type { Api } from '../api/api.ts'
import { identityIn } from '../records/identity.ts'
import { isOfAnyForm, namesRecord, placeOf } from './unspecified-values.ts'
import type { Mutation } from './mutation.ts'

/** Another id in the path, or in a body that alone says which record is meant, need not exist; nor need another page. */
export function isAbsent(api: Api, { status }: Answer, mutation: Mutation): boolean {
  const { place, operation, parameter } = mutation
  if (place === 'query' && parameter !== undefined)
    return status === 404
      ? api.model.roles.get(operation.id)?.resource.paging?.position === parameter
      : standsForAbsent.has(status) && namesRecord(api, mutation, parameter)
  if (place !== 'path' && !(place === 'body' && identityIn(api, operation)?.isTarget === true)) return false
  return (
    status === 404 ||
    status === 410 ||
    (place === 'path' &&
      standsForAbsent.has(status) &&
      (!tellsAbsent(operation) || isOfAnyForm(api, placeOf(api, mutation))))
  )
}

/** Whether an operation's only record may have been deleted. */
export function isDeletable({ model }: Api, { id }: Operation): boolean {
  const resource = model.roles.get(id)?.resource
  return resource?.kind === 'singleton' && resource.operations.some(({ role }) => role === 'delete')
}

/** Whether an operation has a status of its own for what is not there. */
export function tellsAbsent({ responses }: Operation): boolean {
  return responses.some(({ status }) => status === '404' || status === '410')
}

/** What has to say that there is no such record where no status of its own does. */
const standsForAbsent = new Set([400, 403, 409, 422])
