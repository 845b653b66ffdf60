import type { Operation } from '../../spec/document.ts'
import type { Resource } from '../../spec/resources.ts'
import { operationFor, type Api, type RoleOperation } from './api.ts'
import type { Roles } from './conversions.ts'

/** The operation that creates the records of a resource: its own, or else an action on another one's records. */
export function creatorOf(api: Api, resource: Resource): RoleOperation | undefined {
  const own = operationFor(api, resource, 'create')
  if (own) return own
  const [id, made] = [...api.conversions].find((each) => each[1].resource === resource) ?? []
  const operation = api.byId.get(id ?? '')
  return operation && made && { operation, role: made.operation }
}

/** The resource whose records an operation creates, and how. */
export function creationBy(api: Api, { id }: Operation): ReturnType<Roles['get']> {
  const own = api.model.roles.get(id)
  return own?.operation.role === 'create' ? own : api.conversions.get(id)
}
