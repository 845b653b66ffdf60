import { authorsOnly } from '../../../spec/inference/references/authors-only.ts'
import { currentUserOf } from '../../../spec/inference/references/current-user.ts'
import { equalJson, isJsonObject, type Json } from '../../../spec/json.ts'
import { refuse } from '../../behaviour.ts'
import type { Endpoint, WriteCheck } from '../endpoint.ts'
import { nounOf, targetOf } from '../identity/identity.ts'

/** Refuses with 403 to change what somebody else wrote. Undefined where the document does not say so. */
export function notYours({ options, declared, resource, operation }: Endpoint): WriteCheck | undefined {
  if (operation.role === 'create' || !currentUserOf(options.model)) return undefined
  const property = authorsOnly(options.document, declared, resource)
  if (property === undefined) return undefined
  return async ({ request, records, store }) => {
    const id = targetOf(resource, operation, request)
    const record = id === undefined ? undefined : await records.get(id)
    const author = record?.[property] ?? null
    const { authorship } = await import('../relations/current-user.ts')
    const { [property]: user = null } = record ? await authorship(options, resource, store) : {}
    return author === null || user === null || isSame(author, user)
      ? undefined
      : refuse(403, 'forbidden', `The ${nounOf(resource)} is not yours.`)
  }
}

/** Whether two values, ids or embedded copies, are of the same person. */
const isSame = (one: Json, other: Json): boolean =>
  isJsonObject(one) && isJsonObject(other)
    ? Object.keys(one).some(
        (name) => /^(?:id|uuid|handle|username|login|email)$/i.test(name) && one[name] === other[name],
      )
    : equalJson(one, other)
