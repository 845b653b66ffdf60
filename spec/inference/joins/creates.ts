import type { Document, Operation, Pointer, SchemaNode } from '../../document.ts'
import { possiblePropertiesOf } from '../../schemas/properties.ts'
import { resolveRef } from '../../schemas/subschemas.ts'
import { groupBy } from '../../util/group-by.ts'
import { jsonSchema, requestSchema, successResponse } from '../bodies/content.ts'
import { findRecord } from '../bodies/envelope.ts'
import { addOperation, hasRole, hintsOf, scopeOf, type Draft, type Reasons } from '../drafts/draft.ts'
import { operationAs } from '../drafts/roles.ts'
import type { Route, Routes } from '../paths/routes.ts'
import { singularNounOf, singularWordsOf, wordsOf } from '../prose/words.ts'
import { isSameSchema } from '../schemas/similarity.ts'
import { filtersInPath } from './filters-in-path.ts'
import { unclaimedRoutes } from './unclaimed.ts'

/**
 * Adds a POST at another path that responds with a new record of a resource without a create, such as `/users/signup`, or
 * `/orders/{orderId}/returns` for returns that have an `orderId`.
 */
export function joinCreates(
  document: Document,
  routes: Routes,
  drafts: readonly Draft[],
  reasons: Reasons,
): void {
  const bySchema = groupBy(drafts.filter(lacksCreate), ({ record }) => resolveRef(document, record).pointer)
  for (const route of unclaimedRoutes(routes, drafts)) {
    if (route.operation.method !== 'POST') continue
    const created = createdSchema(route.operation)
    const candidates = created ? wholeAndParts(document, created) : []
    const homes = candidates
      .flatMap((pointer) => bySchema.get(pointer) ?? [])
      .filter((draft) => isCreatedBy(document, draft, route))
    const [home] = homes
    const within = home && filtersInPath(document, home, route)
    if (home === undefined || within === undefined || homes.length > 1) continue
    const request = requestSchema(route.operation)
    const [inRequest, responsePath] = [request, created].map(
      (body) => body && findRecord(document, body, hintsOf(home))?.path,
    )
    const requestPath = request ? inRequest : []
    if (requestPath && responsePath)
      addOperation(
        home,
        route,
        operationAs(route, 'create', { requestPath, responsePath, scope: [], within }),
        reasons,
      )
  }
}

/** The schemas of a body and of its properties: a record may be alone or in an envelope. */
const wholeAndParts = (document: Document, body: SchemaNode): readonly Pointer[] => [
  ...new Set(
    [body, ...possiblePropertiesOf(document, body).values()].map(
      (node) => resolveRef(document, node).pointer,
    ),
  ),
]

function lacksCreate(draft: Draft): boolean {
  if (draft.kind === 'singleton' || scopeOf(draft).length > 0 || draft.identity.property === undefined)
    return false
  return hasRole(draft, 'read', 'list') && !hasRole(draft, 'create')
}

function isCreatedBy(document: Document, draft: Draft, { operation }: Route): boolean {
  const response = createdSchema(operation)
  const request = requestSchema(operation)
  if (!response || !saysCreate(operation) || !lacksCreate(draft)) return false
  // Only a path below its owner tells that a list shows the record.
  if (!hasRole(draft, 'read') && !operation.path.includes('{')) return false
  const isOfRecord = request
    ? sharesProperty(document, findRecord(document, request, hintsOf(draft))?.schema ?? request, draft.record)
    : isNamedLike(draft, operation) && operation.requestBody === undefined
  const created = findRecord(document, response, hintsOf(draft))?.schema
  return isOfRecord && created !== undefined && isSameSchema(document, created, draft.record)
}

/** Whether the path ends in the name of the collection: what is sent nothing could be an action of any name. */
const isNamedLike = (draft: Draft, { path }: Operation): boolean =>
  singularNounOf(path) === singularWordsOf(hintsOf(draft).name ?? '')

function createdSchema(operation: Operation): SchemaNode | undefined {
  return jsonSchema(successResponse(operation, true)?.content ?? [])
}

function saysCreate(operation: Operation): boolean {
  const words = [...wordsOf(operation.id), ...wordsOf(operation.path)]
  const isCreating = words.some((word) => /^(?:create|add|new|register|signup|sign|insert|save)$/.test(word))
  return isCreating || successResponse(operation, true)?.status === '201'
}

function sharesProperty(document: Document, sent: SchemaNode, record: SchemaNode): boolean {
  const known = possiblePropertiesOf(document, record)
  return [...possiblePropertiesOf(document, sent).keys()].some((name) => known.has(name))
}
