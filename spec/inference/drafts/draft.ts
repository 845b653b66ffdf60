import type { SchemaNode } from '../../document.ts'
import type { ResourceOperation, Role } from '../../resources.ts'
import type { Identity } from '../records/identity.ts'
import type { Route } from '../paths/routes.ts'
import { parametersOf } from '../paths/template.ts'
import type { Template } from '../paths/template.ts'

/** A resource in the making. */
export interface Draft {
  readonly kind: 'collection' | 'singleton'
  /** Of the collection, or of the singleton itself. */
  readonly template: Template
  readonly collectionPath: string | undefined
  readonly itemPath: string | undefined
  readonly idParameter: string | undefined
  readonly record: SchemaNode
  /** A record as a list shows it. */
  readonly item: SchemaNode | undefined
  readonly identity: Identity
  readonly operations: ResourceOperation[]
  readonly routes: Map<string, Route>
}

/** Why an operation is no part of a resource, by its id. */
export type Reasons = Map<string, string>

/** Takes an operation in with its role, or notes why not. */
export function addOperation(
  draft: Draft,
  route: Route,
  role: ResourceOperation | string,
  reasons: Reasons,
): void {
  const id = route.operation.id
  if (typeof role === 'string') reasons.set(id, role)
  else {
    draft.operations.push(role)
    draft.routes.set(id, route)
    reasons.delete(id)
  }
}

/** Whether one of its operations has one of these roles. */
export function hasRole(draft: Draft, ...roles: readonly Role[]): boolean {
  return draft.operations.some(({ role }) => roles.includes(role))
}

/** The names of the path parameters before the item's, outermost first. */
export function scopeOf(draft: Draft): readonly string[] {
  return parametersOf(draft.template.segments)
}
