import type { Document, SchemaNode } from '../../document.ts'
import { itemOf, possiblePropertiesOf } from '../../schemas/properties.ts'
import { partsOf, resolveRef } from '../../schemas/subschemas.ts'
import { hasRole, scopeOf, type Draft } from './draft.ts'

/**
 * Whether records that are only read one by one are shown in records that something creates, changes or lists: the users behind
 * `/users/{id}`, who are the members of teams.
 */
export function isReferredTo(document: Document, draft: Draft, drafts: readonly Draft[]): boolean {
  if (!isReadOneByOne(draft)) return false
  const { pointer } = resolveRef(document, draft.record)
  const isShown = (node: SchemaNode): boolean =>
    partsOf(document, itemOf(document, node), ['allOf', 'oneOf', 'anyOf']).some(
      (part) => part.pointer === pointer,
    )
  return drafts.some(
    (other) =>
      hasRole(other, 'list', 'create') &&
      [...possiblePropertiesOf(document, other.record).values()].some(isShown),
  )
}

/** Whether the only thing that clients can do with records is to read them by their ids. */
export const isReadOneByOne = (draft: Draft): boolean =>
  draft.kind === 'collection' &&
  scopeOf(draft).length === 0 &&
  draft.identity.property !== undefined &&
  draft.operations.every(({ role }) => role === 'read')
