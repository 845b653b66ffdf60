import type { Resource } from '../../spec/resources.ts'
import { operationFor, resourceNamed, writableIn, type Api } from './api.ts'

/** The resource whose ids this one shares, such as pets for the stocks of pets. */
export function baseOf(api: Api, resource: Resource): Resource | undefined {
  // A singleton below a record is identified by that record.
  if (resource.kind === 'singleton' && resource.parent) return resourceNamed(api, resource.parent.resource)
  // If a list shows the records' own ids, the name of the path parameter proves nothing.
  const isListed = resource.idProperty !== undefined && operationFor(api, resource, 'list') !== undefined
  const names = [resource.idProperty, isListed ? undefined : resource.idParameter].filter(
    (name) => name !== undefined,
  )
  // Two resources that assign their own ids may have the same numbers by chance.
  if (assignsIds(api, resource)) return undefined
  const own = resource.references.find(({ property }) => names.includes(property))?.resource
  const referenced = own ?? names.map((name) => api.references.get(name)).find((name) => name !== undefined)
  return referenced === undefined || referenced === resource.name ? undefined : resourceNamed(api, referenced)
}

/** Whether the server assigns the ids of created records. */
function assignsIds(api: Api, resource: Resource): boolean {
  const create = operationFor(api, resource, 'create')
  return create !== undefined && !writableIn(api, create).includes(resource.idProperty ?? '')
}
