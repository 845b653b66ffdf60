import type { Document, SchemaNode } from '../../document.ts'
import { itemOf, itemsOf, possiblePropertiesOf } from '../../schemas/properties.ts'
import { partsOf, resolveRef } from '../../schemas/subschemas.ts'
import { jsonSchema, requestSchema, responseSchema, successResponse } from '../bodies/content.ts'
import { findRecord } from '../bodies/envelope.ts'
import { byMethod, type Routes } from '../paths/routes.ts'
import { itemKey, lastLiteral, parentTemplate, type Template } from '../paths/template.ts'
import { normalizeName, singularWordsOf, wordsOf } from '../prose/words.ts'
import { summarizedNoun } from '../references/names.ts'
import { isSameSchema } from '../schemas/similarity.ts'
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

/**
 * Whether what is created at a path, but not read there, moves an amount from one record to another, and so changes how much these have:
 * `POST /transfers` with `fromWarehouseId` and `toWarehouseId`.
 */
export function isTransfer(document: Document, routes: Routes, { key }: Template): boolean {
  const own = routes.get(key) ?? []
  const creation = byMethod(own, 'POST')
  const sent = creation && requestSchema(creation.operation)
  if (!sent || byMethod(own, 'GET') || key.includes('{')) return false
  const endOf = (first: RegExp): readonly string[] =>
    [...possiblePropertiesOf(document, sent).keys()].flatMap((name) => {
      const [word = '', ...noun] = wordsOf(name)
      return first.test(word) && noun.at(-1) === 'id' ? [noun.join(' ')] : []
    })
  const to = new Set(endOf(/^(?:to|target|destination|dest)$/))
  return endOf(/^(?:from|source|origin)$/).some((noun) => to.has(noun))
}

/**
 * Whether what is created and removed at a path, but not read there, is shown in a list of the record above: the `tracks` of a video, at
 * `POST /videos/{id}/tracks` and `DELETE /videos/{id}/tracks/{trackId}`.
 */
export function isShownAbove(document: Document, routes: Routes, template: Template): boolean {
  const [own = [], items = [], above = []] = [
    routes.get(template.key),
    routes.get(itemKey(template)),
    routes.get(parentTemplate(template)?.key ?? ''),
  ]
  const [created, shown] = [byMethod(own, 'POST'), byMethod(above, 'GET')].map(
    (route) => route && responseSchema(route.operation),
  )
  if (!created || !shown || byMethod(own, 'GET') || byMethod(items, 'GET') || !byMethod(items, 'DELETE'))
    return false
  const name = lastLiteral(template.segments)
  const hints = { name, idParameter: undefined, record: undefined }
  const [made, owner] = [created, shown].map((body) => findRecord(document, body, hints)?.schema ?? body)
  const list =
    owner &&
    [...possiblePropertiesOf(document, owner)].find(
      ([each]) => normalizeName(each) === normalizeName(name),
    )?.[1]
  const item = list && itemsOf(document, list)
  return made !== undefined && item !== undefined && isSameSchema(document, made, item)
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
