import type { Document, Operation } from '../../spec/document.ts'
import { conversionOf } from '../../spec/inference/states/copies.ts'
import type { Resource, ResourceModel, ResourceOperation } from '../../spec/resources.ts'
import { parameterNames } from '../../spec/routing/path-template.ts'

/** Roles of operations, by their ids, as {@link ResourceModel} has them. */
export type Roles = ResourceModel['roles']

/**
 * Actions on a record of one resource that create a record of another, and so are creations of that one: the order of a cart, the
 * policy of a quote. Only those that respond with 201 (RFC 9110 §15.3.2): another response may show a record from before.
 */
export function conversionsIn(
  document: Document,
  { resources, roles }: ResourceModel,
  operations: readonly Operation[],
): Roles {
  const found: [string, { resource: Resource; operation: ResourceOperation }][] = []
  for (const each of operations) {
    const source = roles.get(each.id)
    const made =
      source?.operation.role === 'action'
        ? conversionOf(document, resources, source.resource, each)
        : undefined
    if (made?.status !== 201) continue
    const operation = {
      role: 'create' as const,
      operationId: each.id,
      idParameter: undefined,
      scope: parameterNames(each.path).slice(0, made.target.scope.length),
      within: [],
      requestPath: [],
      responsePath: made.responsePath,
      status: made.status,
    }
    found.push([each.id, { resource: made.target, operation }])
  }
  return new Map(found)
}
