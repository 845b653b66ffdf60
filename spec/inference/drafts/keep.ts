import type { Document } from '../../document.ts'
import { queryParametersOf } from '../../parameters/members.ts'
import { filtersOf } from '../lists/filters.ts'
import { shapesResponse } from '../lists/paging.ts'
import { byMethod, showsFile, type Route, type Routes } from '../paths/routes.ts'
import { itemKey, type Template } from '../paths/template.ts'
import { isOwnPath } from '../references/current-user.ts'
import { hasRole, scopeOf, type Draft, type Reasons } from './draft.ts'
import { addByKey, parentOf, type DraftsByKey } from './parent.ts'
import { isReferredTo, isShownAbove, isTransfer } from './referred-to.ts'

/**
 * Returns the drafts that are worth keeping state for, and notes a reason for each operation of the others. Drafts with short paths
 * come first, because what is nested in a kept resource may be kept on account of it.
 */
export function keepStateful(
  document: Document,
  drafts: readonly Draft[],
  routes: Routes,
  reasons: Reasons,
): readonly Draft[] {
  const kept: Draft[] = []
  const byKey = new Map<string, Draft[]>()
  for (const draft of [...drafts].sort((one, other) => depth(one) - depth(other))) {
    const reason =
      isReferredTo(document, draft, drafts, routes) ||
      isShownAbove(document, routes, draft.template) ||
      hasFiles(draft, routes) ||
      isTransfer(document, routes, draft.template)
        ? undefined
        : reasonAgainst(document, draft, byKey)
    if (reason === undefined) {
      kept.push(draft)
      addByKey(byKey, draft)
    } else for (const { operationId } of draft.operations) reasons.set(operationId, reason)
  }
  return kept
}

/** Whether the files of what a draft creates are read. */
function hasFiles(draft: Draft, routes: Routes): boolean {
  const get = byMethod(routes.get(itemKey(draft.template)) ?? [], 'GET')
  return get !== undefined && hasRole(draft, 'create') && showsFile(get)
}

function depth({ template }: Draft): number {
  return template.segments.length
}

/** Why a draft has no state; undefined if it is to be kept. */
function reasonAgainst(document: Document, draft: Draft, kept: DraftsByKey): string | undefined {
  if (!hasRole(draft, 'list', 'read')) return 'Nothing lists or reads what it writes.'
  const isWritten = hasRole(draft, 'create', 'replace', 'update', 'delete', 'action')
  if (draft.kind === 'singleton') return isWritten ? undefined : reasonAgainstReadOnlySingleton(draft, kept)
  if (isWritten) return undefined
  if (!hasRole(draft, 'list'))
    return 'Its records are only read one by one: nothing lists, creates or changes them.'
  const parameter = hasRole(draft, 'read') ? undefined : unknownQueryParameter(document, draft)
  if (parameter !== undefined)
    return `What it lists depends on \`${parameter}\`, which is not a property of the items.`
  return scopeOf(draft).length === 0 || parentOf(document, draft, kept) !== undefined
    ? undefined
    : 'Nothing changes what it lists, and its path runs through no known resource.'
}

function reasonAgainstReadOnlySingleton(draft: Draft, kept: DraftsByKey): string | undefined {
  const [get] = draft.routes.values()
  const isComputed = scopeOf(draft).length > 0 || (get !== undefined && takesQuery(get))
  // What says who a client is says who creates records.
  const isBelowKept =
    !isOwnPath(draft.template.key) && [...kept.keys()].some((key) => startsWith(draft.template, key))
  return isComputed || isBelowKept ? 'Nothing changes what it shows.' : undefined
}

/** The name of a required query parameter that no property of the items corresponds to: its list is the result of a search. */
function unknownQueryParameter(document: Document, draft: Draft): string | undefined {
  const [list] = draft.routes.values()
  if (list === undefined) return undefined
  const filters = filtersOf(document, list.operation, draft.item ?? draft.record, draft.identity.property)
  return queryParametersOf(list.operation).find(
    (parameter) =>
      parameter.required &&
      !shapesResponse(parameter) &&
      !filters.some((filter) => filter.parameter === parameter.name),
  )?.name
}

function startsWith(template: Template, key: string): boolean {
  return template.key.startsWith(key === '/' ? '/' : `${key}/`)
}

/** Whether a GET has query parameters that select data: its response is then computed, not kept. */
function takesQuery({ operation }: Route): boolean {
  return queryParametersOf(operation).some((parameter) => !shapesResponse(parameter))
}
