import type { Document, SchemaNode } from '../../document.ts'
import { possiblePropertiesOf, propertyAt } from '../../schemas/properties.ts'
import type { Filter, Resource, ResourceOperation } from '../../resources.ts'
import { responseSchema, requestSchema, successResponse } from '../bodies/content.ts'
import { scopeOf } from './draft.ts'
import type { Draft } from './draft.ts'
import { filtersOf } from '../lists/filters.ts'
import { flattenSchema, nestingOf } from '../records/nesting.ts'
import type { Nesting } from '../../resources.ts'
import { byKeyOf, parentOf, type DraftsByKey } from './keep.ts'
import { pagingOf, totalOf } from '../lists/paging.ts'
import { referencesOf, selfReferences, referenceTargets } from '../references/references.ts'
import { textPath } from '../paths/template.ts'

/** Turns drafts into resources: names, parents, filters, paging, totals, references. `order` is the operations'. */
export function toResources(
  document: Document,
  drafts: readonly Draft[],
  order: ReadonlyMap<string, number>,
): readonly Resource[] {
  const placeOf = ({ operationId }: ResourceOperation): number => order.get(operationId) ?? 0
  for (const draft of drafts) draft.operations.sort((one, other) => placeOf(one) - placeOf(other))
  const sorted = [...drafts].sort((one, other) => firstPlace(one, placeOf) - firstPlace(other, placeOf))
  const names = namesOf(sorted)
  const byKey = byKeyOf(drafts)
  const resources = sorted.map((draft) => [draft, resourceOf(document, draft, byKey, names)] as const)
  const targets = referenceTargets(
    document,
    resources.map(([, resource]) => resource),
  )
  return resources.map(([draft, resource]) => {
    const nodes = [resource.record, ...sentTo(document, draft, resource.nesting)]
    const others = referencesOf(document, resource, nodes, targets)
    const known = new Set(others.map(({ property }) => property))
    const own = selfReferences(document, resource).filter(({ property }) => !known.has(property))
    return { ...resource, references: [...others, ...own] }
  })
}

/** What clients send of its records. */
function sentTo(
  document: Document,
  { operations, routes }: Draft,
  folding: Nesting | undefined,
): readonly SchemaNode[] {
  return operations.flatMap(({ operationId, requestPath }) => {
    const operation = routes.get(operationId)?.operation
    const sent = propertyAt(document, operation && requestSchema(operation), requestPath)
    return sent ? [flattenSchema(document, folding, sent)] : []
  })
}

function firstPlace({ operations }: Draft, placeOf: (operation: ResourceOperation) => number): number {
  return operations[0] ? placeOf(operations[0]) : 0
}

/** Paths without parameters; where two are alike, the later is named by its whole path. */
function namesOf(drafts: readonly Draft[]): ReadonlyMap<Draft, string> {
  const names = new Map<Draft, string>()
  const taken = new Set<string>()
  for (const draft of drafts) {
    const path = textPath(draft.template.segments)
    const name = taken.has(path) ? (draft.itemPath ?? draft.collectionPath ?? path) : path
    taken.add(name)
    names.set(draft, name)
  }
  return names
}

function resourceOf(
  document: Document,
  draft: Draft,
  drafts: DraftsByKey,
  names: ReadonlyMap<Draft, string>,
): Resource {
  const parent = parentOf(document, draft, drafts)
  const scope = scopeOf(draft)
  const folding = nestingOf(document, draft.record)
  const record = flattenSchema(document, folding, draft.record)
  return {
    name: names.get(draft) ?? '',
    kind: draft.kind,
    collectionPath: draft.collectionPath,
    itemPath: draft.itemPath,
    idParameter: draft.idParameter,
    idProperty: draft.identity.property,
    idType: draft.identity.type,
    record,
    ...(folding && { nesting: folding }),
    scope,
    parent: parent && {
      resource: names.get(parent) ?? '',
      parameters: scope.slice(0, scopeOf(parent).length + 1),
    },
    discoverable: draft.kind === 'singleton' || isDiscoverable(document, draft),
    operations: draft.operations,
    filters: allFilters(document, draft, record),
    ...listFacts(document, draft),
    references: [],
  }
}

/** A create without an id in its answer is no role where there are items: it tells the place in a header then. */
function isDiscoverable(document: Document, { item, identity, ...draft }: Draft): boolean {
  if (draft.operations.some(({ role }) => role === 'create')) return true
  const isListed = draft.operations.some(({ role }) => role === 'list')
  if (!isListed || draft.idParameter === undefined) return isListed
  const shown = possiblePropertiesOf(document, item ?? draft.record)
  return identity.property !== undefined && shown.has(identity.property)
}

function allFilters(document: Document, draft: Draft, record: SchemaNode): readonly Filter[] {
  const lists = draft.operations.filter(({ role }) => role === 'list')
  const filters = lists.flatMap(({ operationId }) => {
    const operation = draft.routes.get(operationId)?.operation
    return operation ? filtersOf(document, operation, record, draft.identity.property) : []
  })
  return [...new Map(filters.map((filter) => [filter.parameter, filter])).values()]
}

/** Paging and total of the first list of all its records, when it has one. */
function listFacts(document: Document, draft: Draft): Pick<Resource, 'paging' | 'total'> {
  const lists = draft.operations.filter(({ role }) => role === 'list')
  const list = lists.find(({ within }) => within.length === 0) ?? lists[0]
  const operation = list && draft.routes.get(list.operationId)?.operation
  const body = operation && responseSchema(operation)
  if (operation === undefined || body === undefined) return { paging: undefined, total: undefined }
  const envelope = { path: [], schema: body }
  return {
    paging: pagingOf(document, operation, envelope),
    total: totalOf(document, successResponse(operation), envelope),
  }
}
