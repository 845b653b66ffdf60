import type { Document, SchemaNode } from '../../document.ts'
import { itemOf, possiblePropertiesOf } from '../../schemas/properties.ts'
import { partsOf, resolveRef } from '../../schemas/subschemas.ts'
import { jsonSchema, successResponse } from '../bodies/content.ts'
import type { Routes } from '../paths/routes.ts'
import { lastLiteral } from '../paths/template.ts'
import { singularWordsOf } from '../prose/words.ts'
import { summarizedNoun } from '../references/names.ts'
import { hasRole, scopeOf, type Draft } from './draft.ts'

/**
 * Whether records that are only read one by one have to do with others: they are shown, whole or in part, in records that something
 * creates, changes or lists, as the users behind `/users/{id}` who are the members of teams, or they are what an action on another
 * record responds with as something new, as the certificates behind `/certificates/{number}`.
 */
export function isReferredTo(
  document: Document,
  draft: Draft,
  drafts: readonly Draft[],
  routes: Routes,
): boolean {
  if (!isReadOneByOne(draft) || isAnotherWay(document, draft, drafts)) return false
  return (
    isMadeByAction(document, draft, routes) ||
    drafts.some(
      (other) =>
        hasRole(other, 'list', 'create') &&
        [...possiblePropertiesOf(document, other.record).values()].some((node) =>
          isShownIn(document, draft, itemOf(document, node)),
        ),
    )
  )
}

/** Whether the records are those of another collection, read by another key: `/courses/by-slug/{slug}`. */
const isAnotherWay = (document: Document, draft: Draft, drafts: readonly Draft[]): boolean =>
  drafts.some(
    (other) =>
      other.kind === 'collection' &&
      hasRole(other, 'list', 'create') &&
      resolveRef(document, other.record).pointer === resolveRef(document, draft.record).pointer,
  )

/** Whether an object is such a record, or has a schema that is named after them, and some of their properties: `UserSummary`. */
function isShownIn(document: Document, { record, identity, template }: Draft, node: SchemaNode): boolean {
  const { pointer } = resolveRef(document, record)
  const noun = singularWordsOf(lastLiteral(template.segments)).replaceAll(' ', '')
  return partsOf(document, node, ['allOf', 'oneOf', 'anyOf']).some((part) => {
    if (part.pointer === pointer) return true
    if (summarizedNoun(part.pointer) !== noun) return false
    const [some, all] = [part, record].map((each) => possiblePropertiesOf(document, each))
    return (
      some?.has(identity.property ?? '') === true &&
      some.size > 1 &&
      [...some.keys()].every((name) => all?.has(name))
    )
  })
}

/** Whether a POST below a record responds with 201 and such a record. */
function isMadeByAction(document: Document, { record }: Draft, routes: Routes): boolean {
  const { pointer } = resolveRef(document, record)
  return [...routes.values()].flat().some(({ operation }) => {
    if (operation.method !== 'POST' || !operation.path.includes('}/')) return false
    const response = successResponse(operation, true)
    const made = response?.status === '201' ? jsonSchema(response.content) : undefined
    return made !== undefined && resolveRef(document, made).pointer === pointer
  })
}

/** Whether the only thing that clients can do with records is to read them by their ids. */
export const isReadOneByOne = (draft: Draft): boolean =>
  draft.kind === 'collection' &&
  scopeOf(draft).length === 0 &&
  draft.identity.property !== undefined &&
  draft.operations.every(({ role }) => role === 'read')
