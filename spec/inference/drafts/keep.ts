import { pathParameter, type Document, type SchemaNode } from '../../document.ts'
import { possiblePropertiesOf } from '../../schemas/properties.ts'
import { resolveRef } from '../../schemas/subschemas.ts'
import { canShareValue } from '../schemas/compatibility.ts'
import { hasRole, scopeOf } from './draft.ts'
import type { Draft, Reasons } from './draft.ts'
import { filtersOf } from '../lists/filters.ts'
import { shapesResponse } from '../lists/paging.ts'
import { takesQuery } from './singletons.ts'
import { collectionKeys } from '../paths/template.ts'
import type { Template } from '../paths/template.ts'

/**
 * The drafts worth keeping state for; the operations of the others get a reason. Shallow ones are judged first, so that
 * what stands below a kept one can lean on it.
 */
export function keepStateful(
  document: Document,
  drafts: readonly Draft[],
  reasons: Reasons,
): readonly Draft[] {
  const kept: Draft[] = []
  const byKey = new Map<string, Draft[]>()
  for (const draft of [...drafts].sort((one, other) => depth(one) - depth(other))) {
    const reason = objection(document, draft, byKey)
    if (reason === undefined) {
      kept.push(draft)
      addByKey(byKey, draft)
    } else for (const { operationId } of draft.operations) reasons.set(operationId, reason)
  }
  return kept
}

/** Drafts of collections by the key of their path. */
export type DraftsByKey = ReadonlyMap<string, readonly Draft[]>

/** The drafts of collections; several have one key where paths differ in the names of their parameters only. */
export function byKeyOf(drafts: readonly Draft[]): DraftsByKey {
  const byKey = new Map<string, Draft[]>()
  for (const draft of drafts) addByKey(byKey, draft)
  return byKey
}

function addByKey(byKey: Map<string, Draft[]>, draft: Draft): void {
  if (draft.kind !== 'collection') return
  const others = byKey.get(draft.template.key)
  if (others) others.push(draft)
  else byKey.set(draft.template.key, [draft])
}

function depth({ template }: Draft): number {
  return template.segments.length
}

function objection(document: Document, draft: Draft, kept: DraftsByKey): string | undefined {
  if (!hasRole(draft, 'list', 'read')) return 'Nothing lists or reads what it would keep.'
  const isWritten = hasRole(draft, 'create', 'replace', 'update', 'delete', 'action')
  if (draft.kind === 'singleton') return isWritten ? undefined : idleSingleton(draft, kept)
  if (isWritten) return undefined
  if (!hasRole(draft, 'list')) return 'It is only read, one by one: nothing lists, creates or changes it.'
  const unknown = hasRole(draft, 'read') ? undefined : question(document, draft)
  if (unknown !== undefined)
    return `What it lists depends on \`${unknown}\`, which is no property of the items.`
  return isWithinKept(document, draft, kept)
    ? undefined
    : 'Nothing changes what it lists, and nothing is known of what it belongs to.'
}

function idleSingleton(draft: Draft, kept: DraftsByKey): string | undefined {
  const [get] = draft.routes.values()
  if (scopeOf(draft).length > 0 || (get && takesQuery(get))) return 'Nothing changes what it shows.'
  const isBelow = [...kept.keys()].some((key) => startsWith(draft.template, key))
  return isBelow ? 'Nothing changes what it shows.' : undefined
}

/** A query parameter that must be sent and that no property of the items answers to: a search. */
function question(document: Document, draft: Draft): string | undefined {
  const [list] = draft.routes.values()
  if (list === undefined) return undefined
  const filters = filtersOf(document, list.operation, draft.item ?? draft.record, draft.identity.property)
  return list.operation.parameters.find(
    ({ in: place, required, name, ...rest }) =>
      place === 'query' &&
      required &&
      !shapesResponse({ in: place, required, name, ...rest }) &&
      !filters.some(({ parameter }) => parameter === name),
  )?.name
}

function isWithinKept(document: Document, draft: Draft, kept: DraftsByKey): boolean {
  return scopeOf(draft).length === 0 || parentOf(document, draft, kept) !== undefined
}

/** The kept collection whose items the path of a draft runs through, the nearest one that may give it its ids. */
export function parentOf(document: Document, draft: Draft, kept: DraftsByKey): Draft | undefined {
  for (const key of collectionKeys(draft.template)) {
    const parent = kept.get(key)?.find((other) => other !== draft && sharesIds(document, other, draft))
    if (parent) return parent
  }
  return undefined
}

/** Whether an id of the parent can stand in the paths of the child. */
function sharesIds(document: Document, parent: Draft, child: Draft): boolean {
  const at = scopeOf(parent).length
  const property = parent.identity.property
  const own = property === undefined ? undefined : possiblePropertiesOf(document, parent.record).get(property)
  const named = (
    { routes }: Draft,
    operationId: string,
    name: string | undefined,
  ): SchemaNode | undefined => {
    const operation = routes.get(operationId)?.operation
    return operation && pathParameter(operation, name)?.schema
  }
  const inPaths = [
    ...parent.operations.flatMap((each) => named(parent, each.operationId, each.idParameter) ?? []),
    ...child.operations.flatMap((each) => named(child, each.operationId, each.scope[at]) ?? []),
  ]
  const unique = new Map(inPaths.map((node) => [resolveRef(document, node).pointer, node]))
  return canShareValue(document, [...(own ? [own] : []), ...unique.values()])
}

function startsWith(template: Template, key: string): boolean {
  return template.key.startsWith(key === '/' ? '/' : `${key}/`)
}
