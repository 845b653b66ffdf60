import { memberAt, type Json, type JsonObject } from '../../spec/json.ts'
import type { Resource, ResourceModel } from '../../spec/resources.ts'
import { withResources } from './nested-ids.ts'

/**
 * The model in which records that the path names together with their owner are created and listed by the operations of the user who
 * sends the requests, if no others do: `POST /user/repos` makes what `GET /repos/{owner}/{repo}` reads.
 */
export function withOwnOperations(model: ResourceModel): ResourceModel {
  if (model.own.size === 0) return model
  const extended = withResources(model, (resource) => {
    const isReached = resource.operations.some(({ role }) => role === 'create' || role === 'list')
    const own = [...model.own.values()].filter((each) => each.resource.name === resource.name)
    return isReached || own.length === 0
      ? resource
      : { ...resource, operations: [...resource.operations, ...own.map(({ operation }) => operation)] }
  })
  const roles = extended.resources.flatMap((resource) =>
    resource.operations.map((operation) => [operation.operationId, { resource, operation }] as const),
  )
  return { ...extended, roles: new Map([...extended.roles, ...roles]) }
}

/** The name of the owner of a record, by which the owner stands in paths; undefined if the record does not show it. */
export function ownerIn({ owner }: Resource, record: JsonObject | undefined): Json | undefined {
  return owner && memberAt(record, [owner.property, owner.key])
}
