import type { Document, Parameter } from '../../document.ts'
import { queryParametersOf } from '../../parameters/members.ts'
import type { Filter, ResourceOperation } from '../../resources.ts'
import { hasRole, scopeOf, type Draft, type Reasons } from '../drafts/draft.ts'
import { filtersOf, searches } from '../lists/filters.ts'
import { shapesResponse } from '../lists/paging.ts'
import {
  isParameter,
  itemKey,
  lastLiteral,
  parametersOf,
  parentTemplate,
  type Template,
} from '../paths/template.ts'
import { singular, singularWordsOf } from '../prose/words.ts'
import { referencedNoun } from '../references/names.ts'
import { isSameSchema, schemaIdentity } from '../schemas/similarity.ts'
import { markNamed } from '../states/marks.ts'
import { filtersInPath } from './filters-in-path.ts'

/**
 * Adds lists of the same records at other paths to the resource that holds them, so that all show the same state:
 * `/pet/findByStatus` lists pets, `/users/{userId}/orders` lists the orders with that `userId`. Returns the drafts that remain.
 */
export function joinLists(document: Document, drafts: readonly Draft[], reasons: Reasons): readonly Draft[] {
  const homes = homesBySchema(document, drafts)
  return drafts.filter((draft) => {
    const home = homeOf(document, homes, draft) ?? homeOfMarked(document, homes, draft)
    if (home === undefined) return true
    const within = withinOf(document, home, draft)
    if (within)
      for (const operation of draft.operations)
        moveOperation(home, draft, {
          ...operation,
          scope: operation.scope.slice(0, scopeOf(home).length),
          within,
        })
    else if (createsOwn(home, draft)) {
      for (const operation of draft.operations)
        if (operation.role === 'create') moveOperation(home, draft, operation)
        else reasons.set(operation.operationId, unknownList(home))
    } else if (hasRole(draft, 'create', 'delete') && !isOfMarked(document, home, draft)) return true
    else for (const { operationId } of draft.operations) reasons.set(operationId, unknownList(home))
    return false
  })
}

const unknownList = ({ itemPath }: Draft): string =>
  `It lists records of ${itemPath}, but nothing tells which ones.`

/** Whether a draft lists and creates what belongs to the user who sends the request: `/me/tasks` beside `/tasks/{taskId}`. */
const createsOwn = (home: Draft, draft: Draft): boolean =>
  hasRole(home, 'list') &&
  hasRole(draft, 'create') &&
  draft.operations.every(({ role }) => role === 'list' || role === 'create') &&
  isBelowUser(draft) &&
  nounIn(home.template) === nounIn(draft.template)

/** The draft of the records with a flag that a list is named after, rather than records of its own: `/me/favourites`. */
function homeOfMarked(document: Document, homes: Homes, draft: Draft): Draft | undefined {
  if (
    hasRole(draft, 'create', 'read', 'update', 'replace') ||
    parametersOf(draft.template.segments).length > 0
  )
    return undefined
  const home = homeOf(document, homes, { ...draft, idParameter: undefined })
  return home && isOfMarked(document, home, draft) ? home : undefined
}

const isOfMarked = (document: Document, home: Draft, draft: Draft): boolean =>
  !hasRole(draft, 'create') &&
  (markNamed(document, home.record, lastLiteral(draft.template.segments)) !== undefined ||
    // What is put on a list by the id of another record: `/me/wishlist/{courseId}`.
    (isBelowUser(draft) &&
      referencedNoun(draft.idParameter ?? '') === nounIn(home.template).replaceAll(' ', '')))

function moveOperation(home: Draft, draft: Draft, operation: ResourceOperation): void {
  const route = draft.routes.get(operation.operationId)
  if (route === undefined) return
  home.operations.push(operation)
  home.routes.set(operation.operationId, route)
}

/** Drafts that other lists may join, by the identity of their records' schemas, in the order of the drafts. */
type Homes = ReadonlyMap<string, readonly Draft[]>

function homesBySchema(document: Document, drafts: readonly Draft[]): Homes {
  const homes = new Map<string, Draft[]>()
  for (const draft of drafts) {
    if (draft.kind === 'singleton') continue
    if (draft.identity.property === undefined) continue
    if (hasRole(draft, 'list') && !hasRole(draft, 'read', 'update', 'replace', 'create')) continue
    const schemas = [draft.record, draft.item].flatMap((node) =>
      node ? [schemaIdentity(document, node)] : [],
    )
    for (const identity of new Set(schemas)) {
      const known = homes.get(identity)
      if (known) known.push(draft)
      else homes.set(identity, [draft])
    }
  }
  return homes
}

/** The draft whose records a list without items shows, by their schema. */
function homeOf(document: Document, homes: Homes, draft: Draft): Draft | undefined {
  const { item, record } = draft
  if (item === undefined) return undefined
  const [identity, whole] = [schemaIdentity(document, item), schemaIdentity(document, record)]
  if (identity !== whole && draft.itemPath !== undefined) return undefined
  // Inline schemas may be equal by chance: then the last literal segment of both paths has to be the same noun.
  const isMeant = (home: Draft): boolean =>
    isSameSchema(document, item, home.record) ||
    (home.item !== undefined && isSameSchema(document, item, home.item)) ||
    nounIn(home.template) === nounIn(draft.template) ||
    isOfAll(home, draft)
  return [...new Set([identity, whole])]
    .flatMap((each) => homes.get(each) ?? [])
    .find(
      (home) =>
        home.template.key !== draft.template.key &&
        (scopeOf(home).length === 0 || isBelowItems(home, draft) || isBeside(document, home, draft)) &&
        (isWhole(home) || isOnlyListedBelow(draft)) &&
        isMeant(home) &&
        (draft.idParameter === undefined || hasAllOf(document, home, draft)),
    )
}

/** Whether the records of a list can be read or changed one by one, or are not listed by themselves. */
const isWhole = (home: Draft): boolean => !hasRole(home, 'list') || hasRole(home, 'read', 'update', 'replace')

/** Whether a draft only lists what is below other records: `/posts/{id}/comments` beside `/comments`, which creates them. */
const isOnlyListedBelow = ({ template, operations }: Draft): boolean =>
  parametersOf(template.segments).length > 0 && operations.every(({ role }) => role === 'list')

/** Whether a list is below the items of the home: records of the same kind that belong to each other. */
const isBelowItems = (home: Draft, { template }: Draft): boolean =>
  home.idParameter !== undefined && template.key.startsWith(`${itemKey(home.template)}/`)

/** Whether a list has, below another record of the same parent, some of the home's: `/projects/{id}/milestones/{milestoneId}/issues`. */
function isBeside(document: Document, home: Draft, draft: Draft): boolean {
  const [first] = draft.routes.values()
  const above = parentTemplate(home.template)?.key
  if (!first || above === undefined || !draft.template.key.startsWith(`${above}/`)) return false
  const isAlike = isOnlyListedBelow(draft) && nounIn(home.template) === nounIn(draft.template)
  return isAlike && (filtersInPath(document, home, first) ?? []).length > 0
}

/** Whether the items of a nested list are records of the home, whose ids are those in both paths: `/customers/{id}/cards/{card}`. */
function hasAllOf(document: Document, home: Draft, draft: Draft): boolean {
  const [first] = draft.routes.values()
  // Records that nothing lists or creates at their own path come from there.
  const isSource = hasRole(draft, 'list') && hasRole(draft, 'create') && !hasRole(home, 'create')
  const isFlat = (hasRole(home, 'list') || isSource) && parametersOf(home.template.segments).length === 0
  const isSameId = home.identity.property === draft.identity.property
  if (!first || !isFlat || !isSameId || nounIn(home.template) !== nounIn(draft.template)) return false
  return (filtersInPath(document, home, first) ?? []).length > 0
}

const nounIn = ({ segments }: Template): string => singularWordsOf(lastLiteral(segments))

/** The filters that path parameters apply to the home's records; undefined if nothing tells which records the draft lists. */
function withinOf(document: Document, home: Draft, draft: Draft): readonly Filter[] | undefined {
  if (isOwn(draft)) return undefined
  if (parametersOf(draft.template.segments).length === 0)
    return isPlural(home, draft) || isOfAll(home, draft) || isFiltered(document, home, draft) ? [] : undefined
  const [first] = draft.routes.values()
  return first && filtersInPath(document, home, first)
}

/** Whether a draft only lists what belongs to the user who sends the request: `/me/tasks`. */
const isOwn = (draft: Draft): boolean => !hasRole(draft, 'create', 'delete') && isBelowUser(draft)

const isBelowUser = (draft: Draft): boolean =>
  [...draft.routes.values()].every(({ operation }) => /\/(?:me|my)\//.test(operation.path))

/** Whether a path is the plural of the home's: `/pets` beside `/pet/{petId}`. */
function isPlural({ template: { segments: one } }: Draft, { template: { segments: many } }: Draft): boolean {
  const [singularPath, pluralPath] = [one, many].map((segments) =>
    segments.map((segment) => (isParameter(segment) ? '{}' : segment.text)),
  )
  const last = pluralPath?.at(-1) ?? ''
  return pluralPath?.with(-1, singular(last)).join('/') === singularPath?.join('/')
}

/** Whether a path says that it shows all records of the home: `/events/all`, `/events/export`. */
function isOfAll(home: Draft, { template }: Draft): boolean {
  const isBelow = parentTemplate(template)?.key === home.template.key
  return isBelow && /^(?:all|list|index|export|dump|download)$/i.test(lastLiteral(template.segments))
}

/** Whether all operations of a draft filter or search by query parameters, and require no others. */
function isFiltered(document: Document, home: Draft, draft: Draft): boolean {
  return [...draft.routes.values()].every(({ operation }) => {
    const filters = filtersOf(document, operation, home.record, home.identity.property)
    const selects = (each: Parameter): boolean =>
      filters.some(({ parameter }) => parameter === each.name) || searches(document, each)
    const query = queryParametersOf(operation)
    return (
      query.some(selects) && query.every((each) => !each.required || selects(each) || shapesResponse(each))
    )
  })
}
