import type { Document } from '../../document.ts'
import { addOperation, draftsByItemKey, hasRole, hintsOf, type Draft, type Reasons } from '../drafts/draft.ts'
import { operationAs, recordInResponse } from '../drafts/roles.ts'
import { byMethod, type Routes } from '../paths/routes.ts'
import { collectionKeys, isParameter, parametersOf, parentTemplate } from '../paths/template.ts'
import { relationOf } from '../references/relations.ts'
import { isSameSchema } from '../schemas/similarity.ts'
import { unclaimedRoutes } from './unclaimed.ts'

/**
 * Adds pairs of PUT and DELETE that set and clear a property of a record at a path below it, or add to and remove from it:
 * `/pickups/{id}/driver`, `/tasks/{taskId}/tags/{tag}`. They are actions on the record.
 */
export function joinRelations(
  document: Document,
  routes: Routes,
  drafts: readonly Draft[],
  reasons: Reasons,
): void {
  const byKey = draftsByItemKey(drafts)
  for (const route of unclaimedRoutes(routes, drafts)) {
    const { operation, template } = route
    const isMany = isParameter(template.segments.at(-1))
    const home = byKey.get(collectionKeys(template)[isMany ? 1 : 0] ?? '')
    const siblings = routes.get(template.key) ?? []
    const [put, remove] = ['PUT', 'DELETE'].map((method) => byMethod(siblings, method)?.operation)
    if (!home || !remove || ![put, remove].includes(operation)) continue
    if (![put ?? remove, remove].every((each) => relationOf(document, home.record, each))) continue
    // What is listed below the record is a record itself.
    const listed = parentTemplate(template)?.key
    if (
      isMany &&
      drafts.some((draft) => draft.template.key === listed && draft.item && hasRole(draft, 'list'))
    )
      continue
    const names = parametersOf(template.segments).slice(0, isMany ? -1 : undefined)
    const shown = recordInResponse({ document, draft: home, hints: hintsOf(home) }, operation)
    // A DELETE alone clears a property if it responds with the record: `DELETE /subscriptions/{id}/discount`.
    if (!put && (isMany || !shown || !isSameSchema(document, shown.schema, home.record))) continue
    const action = operationAs(route, 'action', { responsePath: shown?.path })
    addOperation(home, route, { ...action, idParameter: names.at(-1), scope: names.slice(0, -1) }, reasons)
  }
}
