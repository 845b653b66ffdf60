import type { SchemaNode } from '../../document.ts'
import type { ResourceOperation, Role } from '../../resources.ts'
import type { CollectionHints } from '../bodies/envelope.ts'
import type { Identity } from '../identity/identity.ts'
import type { Route } from '../paths/routes.ts'
import { lastLiteral, parametersOf, type Template } from '../paths/template.ts'

/** A resource whose operations are still being collected. */
export interface Draft {
  readonly kind: 'collection' | 'singleton'
  /** The path of the collection, or of the singleton itself. */
  readonly template: Template
  readonly collectionPath: string | undefined
  readonly itemPath: string | undefined
  readonly idParameter: string | undefined
  readonly record: SchemaNode
  /** A record as lists show it. */
  readonly item: SchemaNode | undefined
  readonly identity: Identity
  readonly operations: ResourceOperation[]
  /** By operation id. */
  readonly routes: Map<string, Route>
  /** The property in which its records keep the id of the one above them, and the path of that one, if nothing shows it. */
  readonly owner?: { readonly property: string; readonly itemPath: string }
}

/** Why an operation has no role in any resource, by operation id. */
export type Reasons = Map<string, string>

/** Adds an operation with its role to a draft, or notes the reason why it has none. */
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

/** Whether any of a draft's operations has one of the roles. */
export function hasRole(draft: Draft, ...roles: readonly Role[]): boolean {
  return draft.operations.some(({ role }) => roles.includes(role))
}

/** The path parameters before the item's, outermost first. */
export function scopeOf(draft: Draft): readonly string[] {
  return parametersOf(draft.template.segments)
}

/** What a draft tells about its records when another body is read. */
export function hintsOf({ template, idParameter, record }: Draft): CollectionHints {
  return { name: lastLiteral(template.segments), idParameter, record }
}

/** The drafts whose paths name their items, by the key of the collection's path. */
export function draftsByItemKey(drafts: readonly Draft[]): ReadonlyMap<string, Draft> {
  return new Map(
    drafts.flatMap((draft) => (draft.idParameter === undefined ? [] : [[draft.template.key, draft]])),
  )
}
