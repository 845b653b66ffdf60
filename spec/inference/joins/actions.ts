import type { Document } from '../../document.ts'
import type { ResourceOperation } from '../../resources.ts'
import { addOperation, hintsOf, type Draft, type Reasons } from '../drafts/draft.ts'
import { operationAs, recordInResponse } from '../drafts/roles.ts'
import type { Route, Routes } from '../paths/routes.ts'
import { collectionKeys, isParameter, parametersOf, parentTemplate } from '../paths/template.ts'
import { renewedBy } from '../records/assigned-later.ts'
import { schemaIdentity } from '../schemas/similarity.ts'
import { actionName, actionWords, stateChangesOf } from '../states/action-outcome.ts'
import { describedTimes } from '../states/effects/described-times.ts'
import { describedValues } from '../states/effects/described-values.ts'
import { addedTo, emptiedBy, listActionOf } from '../states/list-actions.ts'
import { isRestore } from '../states/restore-action.ts'
import { setsValues, undoneBy } from '../states/words/verb-forms.ts'
import { unclaimedRoutes } from './unclaimed.ts'

/**
 * Adds operations that act on an item at a path below it, such as `POST /orders/{id}/cancel`: they respond with the item, restore
 * it after a deletion, set its properties by their name (`POST /disks/{id}/resize`) or their description, or have the name of a change
 * to its state, which DELETE takes back (`DELETE /issues/{id}/lock`).
 */
export function joinActions(
  document: Document,
  routes: Routes,
  drafts: readonly Draft[],
  reasons: Reasons,
): void {
  const byKey = draftsWithItems(drafts)
  for (const route of unclaimedRoutes(routes, drafts)) {
    const { method } = route.operation
    const own = ['POST', 'PUT', 'PATCH', 'DELETE'].includes(method) ? itemAbove(byKey, route) : undefined
    const above = own ?? (method === 'POST' ? itemElsewhere(byKey, route) : undefined)
    if (above === undefined) continue
    const { home } = above
    if (method === 'DELETE' && !isNamedForStateChange(document, home, route)) continue
    const record = recordInResponse({ document, draft: home, hints: hintsOf(home) }, route.operation)
    const showsItem =
      record &&
      [home.record, home.item].some(
        (each) => each && schemaIdentity(document, record.schema) === schemaIdentity(document, each),
      )
    const restoresItem = isRestore(route.operation) && home.operations.some(({ role }) => role === 'delete')
    const changesItem =
      isNamedForStateChange(document, home, route) ||
      setsProperties(route) ||
      changesProperty(document, home, route) ||
      setsAsDescribed(document, home, route)
    if (showsItem || (own && (restoresItem || changesItem)))
      addOperation(home, route, itemAction(above, route, showsItem ? record.path : undefined), reasons)
  }
}

/** What an action may be on. */
interface Above {
  readonly home: Draft
  /** What reads items at another path than those of the draft: `GET /sites/{siteId}/deploys/{id}` of `/deploys/{id}`. */
  readonly read: ResourceOperation | undefined
}

/**
 * The singletons, and the drafts whose items have a path, or an id in a list: `POST /invitations/{id}/accept` needs no
 * `GET /invitations/{id}`.
 */
function draftsWithItems(drafts: readonly Draft[]): ReadonlyMap<string, Above> {
  const known = drafts.filter(
    ({ kind, idParameter, identity }) =>
      kind === 'singleton' || idParameter !== undefined || identity.property !== undefined,
  )
  const others = known.flatMap((home) =>
    home.operations.flatMap((read): (readonly [string, Above])[] => {
      const template = home.routes.get(read.operationId)?.template
      const [key] = template && read.role === 'read' && read.within.length > 0 ? collectionKeys(template) : []
      return key === undefined ? [] : [[key, { home, read }]]
    }),
  )
  return new Map([...others, ...known.map((home) => [home.template.key, { home, read: undefined }] as const)])
}

/** Whether the name of an operation is that of a change to the record's state, or of what undoes one, as `resume`. */
function isNamedForStateChange(document: Document, { record }: Draft, { operation }: Route): boolean {
  const name = actionName(operation)
  return [name, ...undoneBy(actionWords(operation)).map((each) => each.join(' '))].some(
    (each) => stateChangesOf(document, record, each).length > 0,
  )
}

/** Whether an action is named for what it does to properties: `resize`, `change-protection`, `detach`. */
function setsProperties({ operation }: Route): boolean {
  const words = actionWords(operation)
  return [words, ...undoneBy(words)].some(setsValues)
}

/** Whether an action is named for what it changes: `add-subnet`, `remove-from-group`, `reset-key`. */
const changesProperty = (document: Document, { record }: Draft, { operation }: Route): boolean =>
  [listActionOf, emptiedBy, addedTo].some((find) => find(document, record, operation) !== undefined) ||
  renewedBy(document, record, operation).length > 0

/** Whether an action sets properties by its description: "Sets `unreadCount` to 0". */
const setsAsDescribed = (document: Document, { record }: Draft, { operation }: Route): boolean =>
  Object.keys(describedValues(document, record, operation)).length > 0 ||
  describedTimes(document, record, operation).length > 0

/** The draft whose item's path a route extends by literal segments only, or whose singleton's path it extends by one. */
function itemAbove(byKey: ReadonlyMap<string, Above>, { template }: Route): Above | undefined {
  if (isParameter(template.segments.at(-1))) return undefined
  const [parent, nearest] = [parentTemplate(template)?.key, collectionKeys(template)[0]].map((key = '') =>
    byKey.get(key),
  )
  if (parent?.home.kind === 'singleton' && template.segments.length > 1) return parent
  return nearest?.home.kind === 'singleton' ? undefined : nearest
}

/** The draft whose item's path a route extends but for one segment more: `/simulations/transfers/{id}/submit`, `/v1/test/refunds/{id}/fail`. */
function itemElsewhere(byKey: ReadonlyMap<string, Above>, { template }: Route): Above | undefined {
  if (isParameter(template.segments.at(-1))) return undefined
  const parts = (collectionKeys(template)[0] ?? '').split('/').slice(1)
  const found = parts.slice(0, -1).flatMap((part, at) => {
    const above = part === '{}' ? undefined : byKey.get(`/${parts.toSpliced(at, 1).join('/')}`)
    return above && above.home.kind !== 'singleton' ? [above] : []
  })
  return found[0]
}

function itemAction(
  { home, read }: Above,
  route: Route,
  responsePath: readonly string[] | undefined,
): ResourceOperation {
  const parameters = parametersOf(route.template.segments)
  const action = operationAs(route, 'action', { responsePath })
  if (read) return { ...action, idParameter: read.idParameter, scope: read.scope, within: read.within }
  return home.kind === 'singleton'
    ? action
    : { ...action, idParameter: parameters.at(-1), scope: parameters.slice(0, -1) }
}
