import type { Document } from '../../document.ts'
import { hasRole, scopeOf, type Draft } from '../drafts/draft.ts'
import { lastLiteral } from '../paths/template.ts'
import { singularWordsOf } from '../prose/words.ts'
import { isSameSchema } from '../schemas/similarity.ts'

/**
 * Joins what only reads records one by one to the collection that has them at another path, but does not read them there: `GET
 * /users/{name}` beside `POST /admin/users`. Returns the drafts that remain.
 */
export function joinReads(document: Document, drafts: readonly Draft[]): readonly Draft[] {
  return drafts.filter((draft) => {
    const home = homeOf(document, drafts, draft)
    if (!home) return true
    home.operations.push(...draft.operations)
    for (const [id, route] of draft.routes) home.routes.set(id, route)
    return false
  })
}

/** The only collection of such records, by their schema and their noun, whose ids are of the same kind. */
function homeOf(document: Document, drafts: readonly Draft[], draft: Draft): Draft | undefined {
  const { kind, identity, operations } = draft
  const onlyReads = operations.length > 0 && operations.every(({ role }) => role === 'read')
  if (kind !== 'collection' || !onlyReads || scopeOf(draft).length > 0) return undefined
  const [home, ...others] = drafts.filter(
    (other) =>
      other !== draft &&
      other.kind === 'collection' &&
      hasRole(other, 'create') &&
      !hasRole(other, 'read') &&
      scopeOf(other).length === 0 &&
      other.identity.property === identity.property &&
      nounOf(other) === nounOf(draft) &&
      isSameSchema(document, other.record, draft.record),
  )
  return others.length === 0 ? home : undefined
}

const nounOf = ({ template }: Draft): string => singularWordsOf(lastLiteral(template.segments))
