import type { Document, SchemaNode } from '../../document.ts'
import type { Filter, Nesting, Reference, Resource, ResourceOperation } from '../../resources.ts'
import { shapeOf } from '../../routing/path-template.ts'
import { possiblePropertiesOf, propertyAt } from '../../schemas/properties.ts'
import { partsOf, resolveRef } from '../../schemas/subschemas.ts'
import { perObject } from '../../util/memo.ts'
import { requestSchema, responseSchema, successResponse } from '../bodies/content.ts'
import { filtersOf } from '../lists/filters.ts'
import { pagingOf, totalOf } from '../lists/paging.ts'
import { literalPath } from '../paths/template.ts'
import { flattenSchema, nestingOf } from '../records/nesting.ts'
import { referencesOf } from '../references/references.ts'
import { selfReferences } from '../references/self-references.ts'
import { referenceTargets } from '../references/targets.ts'
import { objectItems } from '../schemas/objects.ts'
import { scopeOf, type Draft } from './draft.ts'
import { draftsByKey, namedParentOf, parentOf, type DraftsByKey } from './parent.ts'
import { isReadOneByOne } from './referred-to.ts'

/**
 * Turns drafts into resources, with names, parents, filters, paging, totals and references.
 * @param order position of each operation in the document, by operation id
 */
export function toResources(
  document: Document,
  drafts: readonly Draft[],
  order: ReadonlyMap<string, number>,
): readonly Resource[] {
  const positionOf = ({ operationId }: ResourceOperation): number => order.get(operationId) ?? 0
  for (const draft of drafts) draft.operations.sort((one, other) => positionOf(one) - positionOf(other))
  const sorted = [...drafts].sort(
    (one, other) => firstPosition(one, positionOf) - firstPosition(other, positionOf),
  )
  const names = namesOf(sorted)
  const byKey = draftsByKey(drafts)
  const resources = sorted.map((draft) => [draft, resourceOf(document, draft, byKey, names)] as const)
  const targets = referenceTargets(
    document,
    resources.map(([, resource]) => resource),
  )
  return resources.map(([draft, resource]) => {
    const nodes = [resource.record, ...sentTo(document, draft, resource.nesting)]
    const others = referencesOf(document, resource, nodes, targets)
    const known = new Set(others.map(({ property }) => property))
    const self = selfReferences(document, resource).filter(({ property }) => !known.has(property))
    return { ...resource, references: [...others, ...self, ...toOwner(draft, known, resources)] }
  })
}

/** The reference to the record above, whose id only the records keep. */
function toOwner(
  { owner }: Draft,
  known: ReadonlySet<string>,
  resources: readonly (readonly [Draft, Resource])[],
): readonly Reference[] {
  if (!owner || known.has(owner.property)) return []
  const shape = shapeOf(owner.itemPath)
  const [, above] = resources.find(([{ itemPath = '' }]) => shapeOf(itemPath) === shape) ?? []
  return above ? [{ property: owner.property, resource: above.name }] : []
}

/** The schemas of what clients send of a draft's records. */
function sentTo(
  document: Document,
  { operations, routes }: Draft,
  nesting: Nesting | undefined,
): readonly SchemaNode[] {
  return operations.flatMap(({ operationId, requestPath }) => {
    const operation = routes.get(operationId)?.operation
    const sent = propertyAt(document, operation && requestSchema(operation), requestPath)
    return sent ? [flattenSchema(document, nesting, sent)] : []
  })
}

function firstPosition({ operations }: Draft, positionOf: (operation: ResourceOperation) => number): number {
  return operations[0] ? positionOf(operations[0]) : 0
}

/** Names resources by their paths without parameters; a later one with the same name gets its whole path instead. */
function namesOf(drafts: readonly Draft[]): ReadonlyMap<Draft, string> {
  const names = new Map<Draft, string>()
  const taken = new Set<string>()
  for (const draft of drafts) {
    const path = literalPath(draft.template.segments)
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
  const scope = scopeOf(draft)
  const parents = [namedParentOf, parentOf].flatMap((of) => of(document, draft, drafts) ?? [])
  const [parent] = parents.sort((one, other) => scopeOf(other).length - scopeOf(one).length)
  const nesting = nestingOf(document, draft.record)
  const record = flattenSchema(document, nesting, withLists(document, draft, drafts))
  return {
    name: names.get(draft) ?? '',
    kind: draft.kind,
    collectionPath: draft.collectionPath,
    itemPath: draft.itemPath,
    idParameter: draft.idParameter,
    idProperty: draft.identity.property,
    idType: draft.identity.type,
    record,
    ...(nesting && { nesting }),
    scope,
    parent: parent && {
      resource: names.get(parent) ?? '',
      parameters: scope.slice(0, scopeOf(parent).length + 1),
    },
    discoverable: draft.kind === 'singleton' || isDiscoverable(document, draft),
    operations: draft.operations,
    filters: allFilters(document, draft, record),
    ...pagingAndTotal(document, draft),
    references: [],
  }
}

/** The schema of a draft's records, or that by which others list them with further lists: the columns of a board with their cards. */
function withLists(document: Document, { record }: Draft, drafts: DraftsByKey): SchemaNode {
  const own = possiblePropertiesOf(document, record)
  const isFuller = (item: SchemaNode): boolean => {
    const more = [...possiblePropertiesOf(document, item)].filter(([name]) => !own.has(name))
    return more.length > 0 && more.every(([, node]) => objectItems(document, node) !== undefined)
  }
  const { pointer } = resolveRef(document, record)
  const fuller = extensionsIn(document)(drafts).find(
    ({ item, extended }) => extended.some((each) => each.pointer === pointer) && isFuller(item),
  )
  return fuller?.item ?? record
}

/** The schemas of objects in lists, with those that they extend. */
const extensionsIn = perObject((document: Document) =>
  perObject((drafts: DraftsByKey) =>
    [...drafts.values()]
      .flat()
      .flatMap(({ record }) => [...possiblePropertiesOf(document, record).values()])
      .flatMap((node) => objectItems(document, node) ?? [])
      .map((item) => ({ item, extended: partsOf(document, item, ['allOf']).slice(1) })),
  ),
)

/**
 * Whether clients can learn ids from a list, a create, or the records that refer to them. An operation that creates items without telling
 * their ids has no role.
 */
function isDiscoverable(document: Document, draft: Draft): boolean {
  const { item, identity } = draft
  if (draft.operations.some(({ role }) => role === 'create') || isReadOneByOne(draft)) return true
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

/** Paging and total of the first list, preferably of one that is not narrowed by its path, and of one that has pages. */
function pagingAndTotal(document: Document, draft: Draft): Pick<Resource, 'paging' | 'total'> {
  const all = draft.operations.filter(({ role }) => role === 'list')
  const whole = all.filter(({ within }) => within.length === 0)
  const lists = (whole.length > 0 ? whole : all.slice(0, 1)).flatMap(({ operationId, responsePath }) => {
    const operation = draft.routes.get(operationId)?.operation
    const body = operation && responseSchema(operation)
    if (!body) return []
    const envelope = { path: [], schema: body }
    const total = totalOf(document, successResponse(operation), envelope, responsePath)
    return [{ paging: pagingOf(document, operation, envelope), total }]
  })
  return lists.find(({ paging }) => paging) ?? lists[0] ?? { paging: undefined, total: undefined }
}
