import type { Document } from '../../document.ts'
import { possiblePropertiesOf } from '../../schemas/properties.ts'
import { requestSchema, responseSchema } from '../bodies/content.ts'
import { findList } from '../bodies/envelope.ts'
import { addOperation, hintsOf, scopeOf, type Draft, type Reasons } from '../drafts/draft.ts'
import { operationAs } from '../drafts/roles.ts'
import type { Route, Routes } from '../paths/routes.ts'
import { parametersOf, parseTemplate } from '../paths/template.ts'
import { isSimilar } from '../schemas/similarity.ts'
import { unclaimedRoutes } from './unclaimed.ts'

/** The end of a search's path: `/pets/search`, `/pets:query`, `/pets/_search`. */
const searchSuffix = /[/:._-]_?(?:search|query|find|filter|lookup|list)\/?$/i

/** Adds POSTs that list a resource's records by criteria in their body. */
export function joinSearches(
  document: Document,
  routes: Routes,
  drafts: readonly Draft[],
  reasons: Reasons,
): void {
  const byKey = new Map(drafts.map((draft) => [draft.template.key, draft]))
  for (const route of unclaimedRoutes(routes, drafts)) joinSearch(document, byKey, route, reasons)
}

function joinSearch(
  document: Document,
  drafts: ReadonlyMap<string, Draft>,
  route: Route,
  reasons: Reasons,
): void {
  const { operation, template } = route
  if (operation.method !== 'POST' || !searchSuffix.test(operation.path)) return
  const home = drafts.get(parseTemplate(operation.path.replace(searchSuffix, '')).key)
  const [request, response] = [requestSchema(operation), responseSchema(operation)]
  if (home?.kind !== 'collection' || !request || !response) return
  if (possiblePropertiesOf(document, request).size === 0) return
  const list = findList(document, response, hintsOf(home))
  if (!list || !isSimilar(document, list.schema, home.item ?? home.record)) return
  const scope = parametersOf(template.segments)
  if (scope.length !== scopeOf(home).length) return
  addOperation(home, route, operationAs(route, 'search', { responsePath: list.path, scope }), reasons)
}
