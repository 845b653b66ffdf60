import type { Document } from '../../document.ts'
import { addOperation, hasRole, hintsOf, scopeOf, type Draft, type Reasons } from '../drafts/draft.ts'
import { operationAs, recordInResponse } from '../drafts/roles.ts'
import type { Route, Routes } from '../paths/routes.ts'
import { lastParameter, literalPath, parentTemplate } from '../paths/template.ts'
import { referencedNoun, resourceNoun } from '../references/names.ts'
import { isSameSchema } from '../schemas/similarity.ts'
import { unclaimedRoutes } from './unclaimed.ts'

/**
 * Adds PUTs without a body that add an existing record of another resource to a nested list, such as
 * `PUT /groups/{groupId}/members/{userId}`, or to a list of the current user's: `PUT /me/favourites/{songId}`, `PUT /wishlist/{productId}`.
 */
export function joinMembers(
  document: Document,
  routes: Routes,
  drafts: readonly Draft[],
  reasons: Reasons,
): void {
  for (const route of unclaimedRoutes(routes, drafts)) joinMember(document, drafts, route, reasons)
}

/** Whether a collection is in the same place as one whose list others are added to: in the same realm, or anywhere. */
const isScopeOf = (home: Draft, draft: Draft): boolean =>
  scopeOf(draft).length === 0 || home.template.key.startsWith(`${parentTemplate(draft.template)?.key ?? ''}/`)

function joinMember(document: Document, drafts: readonly Draft[], route: Route, reasons: Reasons): void {
  const { operation, template } = route
  const parameter = lastParameter(template.segments)
  if (operation.method !== 'PUT' || operation.requestBody || parameter === undefined) return
  const key = parentTemplate(template)?.key
  const home = drafts.find(({ kind, template: { key: own } }) => kind === 'collection' && own === key)
  const isOwn = /\/(?:me|my)\/[^/{}]+\//.test(operation.path)
  if (!home || !hasRole(home, 'list') || !hasRole(home, 'delete')) return
  if (hasRole(home, 'create', 'replace')) return
  const isMember = drafts.some(
    (draft) =>
      draft !== home &&
      draft.kind === 'collection' &&
      isScopeOf(home, draft) &&
      (((isOwn || scopeOf(home).length > 0) &&
        resourceNoun(literalPath(draft.template.segments)) === referencedNoun(parameter)) ||
        isSameSchema(document, draft.record, home.item ?? home.record)),
  )
  if (!isMember) return
  const shown = recordInResponse({ document, draft: home, hints: hintsOf(home) }, operation)
  addOperation(home, route, operationAs(route, 'put', { responsePath: shown?.path }), reasons)
}
