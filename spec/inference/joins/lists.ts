import { pathParameter, type Document, type Parameter, type SchemaNode } from '../../document.ts'
import { queryParametersOf } from '../../parameters/members.ts'
import type { Filter, ResourceOperation } from '../../resources.ts'
import { shapeOf } from '../../routing/path-template.ts'
import { itemOf, possiblePropertiesOf } from '../../schemas/properties.ts'
import { partsOf } from '../../schemas/subschemas.ts'
import { isNumeric, typesOf } from '../../schemas/types.ts'
import { hasRole, scopeOf, type Draft, type Reasons } from '../drafts/draft.ts'
import { filtersOf, isComparable, searches } from '../lists/filters.ts'
import { shapesResponse } from '../lists/paging.ts'
import type { Route } from '../paths/routes.ts'
import {
  isParameter,
  itemKey,
  lastLiteral,
  parametersOf,
  parentTemplate,
  type Template,
} from '../paths/template.ts'
import { normalizedSentences } from '../prose/sentences.ts'
import { normalizeName, singular, singularWords, singularWordsOf, wordsOf } from '../prose/words.ts'
import { flattenSchema, nestingOf } from '../records/nesting.ts'
import { referencedNoun, summarizedNoun } from '../references/names.ts'
import { isSameSchema, schemaIdentity } from '../schemas/similarity.ts'
import { markNamed } from '../states/marks.ts'

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

/** The properties of the home's records that hold all the ids in a path; undefined if one of them has none. */
export function filtersInPath(document: Document, home: Draft, route: Route): readonly Filter[] | undefined {
  const scope = parametersOf(route.template.segments).slice(scopeOf(home).length)
  const filters = scope.flatMap((parameter) => foreignKey(document, home, route, parameter) ?? [])
  return filters.length === scope.length ? filters : undefined
}

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

/** Names of keys that tell what they are of: the stock of a product has its `sku`, not one of its own. */
const keysOfOthers = /^(?:sku|isbn|ean|upc|gtin|vin|iban|username|login|ticker)$/

/**
 * The property of the records that holds the id in a path: `userId`, `user_id` or `idUser` below `/users/{id}`, `parentId` for the
 * children of a record of the same resource.
 */
function foreignKey(document: Document, home: Draft, route: Route, parameter: string): Filter | undefined {
  const { operation } = route
  const { segments } = route.template
  const record = flattenSchema(document, nestingOf(document, home.record), home.record)
  const at = segments.findIndex((segment) => isParameter(segment) && segment.parameter === parameter)
  const parent = normalizeName(singular(lastLiteral(segments.slice(0, at))))
  const name = normalizeName(parameter)
  const isId = wordsOf(parameter).includes('id') || keysOfOthers.test(name)
  const schema = pathParameter(operation, parameter)?.schema
  // What identifies the parent may be a key of its own, as in `/projects/{projectKey}`.
  const key = parent !== '' && name.startsWith(parent) ? name.slice(parent.length) : ''
  const names = new Set([
    ...(name === 'id' || (!isId && key === '' && name !== parent) ? [] : [name]),
    ...(parent === '' ? [] : [`${parent}id`, `id${parent}`]),
    // A number named like the parent is its id.
    ...(isId && schema && isNumeric(typesOf(document, schema)) ? [parent] : []),
    ...selfReferenceNames(home, operation.path, parent, key || 'id'),
  ])
  const property = [...possiblePropertiesOf(document, record)].find(
    ([name, node]) => names.has(normalizeName(name)) && (!schema || isComparable(document, schema, node)),
  )
  const selves = new Set([
    ...selfReferenceNames(home, operation.path, parent, ''),
    ...selfReferenceNames(home, operation.path, parent, key || 'id'),
  ])
  const told = [
    operation.summary,
    operation.description,
    ...operation.responses.map((each) => each.description),
  ]
  const participles = [
    lastLiteral(segments),
    ...told.flatMap((text) => participleBefore(singular(lastLiteral(segments.slice(0, at))), text ?? '')),
  ]
  const agent =
    property ??
    participles.map((each) => agentOf(document, record, each, schema)).find((each) => each !== undefined)
  return agent
    ? { parameter, property: agent[0] }
    : shownOwner(document, record, {
        parameter,
        parent,
        idName: key || 'id',
        schema,
        selves,
        listed: lastLiteral(segments),
      })
}

/** How a text says that what it is about belongs to a record: `assigned` in "Cards assigned to the user". */
function participleBefore(noun: string, text: string): readonly string[] {
  return normalizedSentences(text).flatMap((sentence) => {
    const [, participle, owner] =
      / (\w+ed) (?:to|by) (?:the|this|that|an?|given|specified) (\w+(?: \w+)?) /.exec(sentence) ?? []
    const isMeant = owner !== undefined && ` ${owner} `.includes(` ${singularWordsOf(noun)} `)
    return participle !== undefined && isMeant ? [participle] : []
  })
}

/**
 * The property with the id of who has done, or the ids of those to whom was done, what a path is named after: `requester_id` for
 * `/users/{id}/tickets/requested`.
 */
function agentOf(
  document: Document,
  record: SchemaNode,
  participle: string,
  schema: SchemaNode | undefined,
): readonly [string, SchemaNode] | undefined {
  const stem = /^(\w{3,}?)(?:e?d)$/.exec(participle)?.[1]
  if (stem === undefined) return undefined
  const found = [...possiblePropertiesOf(document, record)].filter(([name, node]) => {
    const [first = '', ...others] = wordsOf(name)
    const isAgent = new RegExp(`^${stem}(?:er|or|ee)$`).test(first) && singularWords(others) === 'id'
    return isAgent && (!schema || isComparable(document, schema, itemOf(document, node)))
  })
  return found.length === 1 ? found[0] : undefined
}

/**
 * The property of the records that shows the one in the path, by its name or as the only one by that of its schema: the `course` of
 * an enrolment below `/courses/{courseId}`, one of the `projects` of a task, the `owner` of an account, a `CustomerRef`, below `/customers/{customerId}`.
 */
function shownOwner(
  document: Document,
  record: SchemaNode,
  {
    parameter,
    parent,
    idName,
    schema,
    selves,
    listed,
  }: {
    readonly parameter: string
    readonly parent: string
    readonly idName: string
    readonly schema: SchemaNode | undefined
    /** Names for what refers to a record of the same kind. */
    readonly selves: ReadonlySet<string>
    /** The last segment of the path, which names what it lists. */
    readonly listed: string
  },
): Filter | undefined {
  if (parent === '') return undefined
  const shown = [...possiblePropertiesOf(document, record)].flatMap(([property, node]) => {
    const each = itemOf(document, node)
    const id = typesOf(document, each).has('object')
      ? [...possiblePropertiesOf(document, each)].find(([name]) => normalizeName(name) === idName)
      : undefined
    const isMeant = id !== undefined && (!schema || isComparable(document, schema, id[1]))
    return isMeant ? [{ node, filter: { parameter, property, idProperty: id[0] } }] : []
  })
  const byName =
    shown.find(({ filter }) => selves.has(normalizeName(filter.property))) ??
    shown.find(({ filter }) => normalizeName(singular(filter.property)) === parent)
  // What another property of the record is named after is told by that: the dependencies of a task, whose `parent` is a task as well.
  const isOther = possiblePropertiesOf(document, record).has(listed)
  const [bySchema, ...others] = shown.filter(({ node }) => !isOther && isSummaryOf(document, node, parent))
  return byName?.filter ?? (others.length === 0 ? bySchema?.filter : undefined)
}

/** Whether a schema is named as a part of the records that a noun is for. */
const isSummaryOf = (document: Document, node: SchemaNode, noun: string): boolean =>
  partsOf(document, node, ['allOf', 'oneOf', 'anyOf']).some(({ pointer }) => summarizedNoun(pointer) === noun)

/** Normalized names of properties that may refer to a record of the same resource, below whose path a list stands: `/categories/{id}/children`. */
function selfReferenceNames(
  { itemPath = '' }: Draft,
  path: string,
  parent: string,
  key: string,
): readonly string[] {
  const [above, below] = [itemPath, path].map(shapeOf) as [string, string]
  if (!below.startsWith(`${above}/`)) return []
  const name = normalizeName(below.slice(above.length))
  if (/^(?:(?:direct)?reports|subordinates)$/.test(name))
    return ['managerid', 'supervisorid', 'reportstoid', 'reportsto']
  const replies = name === 'replies' ? ['replytoid', 'inreplytoid', 'replyto', 'inreplyto'] : []
  return /^(?:children|sub[a-z]+|replies)$/.test(name)
    ? [`parent${key}`, `parent${parent}${key}`, ...replies]
    : []
}
