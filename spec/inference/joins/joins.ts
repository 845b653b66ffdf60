import {
  pathParameter,
  type Document,
  type Operation,
  type Pointer,
  type SchemaNode,
} from '../../document.ts'
import { shapeOf } from '../../routing/path-template.ts'
import { possiblePropertiesOf } from '../../schemas/properties.ts'
import { resolveRef } from '../../schemas/subschemas.ts'
import type { Filter, ResourceOperation } from '../../resources.ts'
import {
  schemaIdentity,
  isSameSchema,
  jsonSchema,
  requestSchema,
  successResponse,
} from '../bodies/content.ts'
import { addOperation, hasRole, scopeOf } from '../drafts/draft.ts'
import type { Draft, Reasons } from '../drafts/draft.ts'
import { findRecord, type CollectionHints } from '../bodies/envelope.ts'
import { filtersOf, isComparable } from '../lists/filters.ts'
import { stateChangesOf } from '../states/action-outcome.ts'
import { joinMember } from './members.ts'
import { shapesResponse } from '../lists/paging.ts'
import { relationOf } from '../references/relations.ts'
import { isRestore } from '../states/restore.ts'
import { operationAs, recordInResponse } from '../drafts/roles.ts'
import { joinSearch } from './searches.ts'
import { byMethod, type Route, type Routes } from '../paths/routes.ts'
import { collectionKeys, isParameter, lastText, parametersOf, type Template } from '../paths/template.ts'
import { normalizeName, singularWordsOf, singular, wordsOf } from '../prose/words.ts'

/**
 * Lists of a resource's records that stand elsewhere join it, so that all show the same state:
 * `/pet/findByStatus` the pets, `/users/{userId}/orders` the orders whose `userId` that is. Returns the other drafts.
 */
export function joinLists(document: Document, drafts: readonly Draft[], reasons: Reasons): readonly Draft[] {
  const homes = homesOf(document, drafts)
  return drafts.filter((draft) => {
    const home = homeOf(document, homes, draft)
    if (home === undefined) return true
    const within = narrowing(document, home, draft)
    if (within)
      for (const operation of draft.operations) take(home, draft, { ...operation, scope: [], within })
    else if (hasRole(draft, 'create', 'delete')) return true
    else for (const { operationId } of draft.operations) reasons.set(operationId, vagueList(home))
    return false
  })
}

function vagueList({ itemPath }: Draft): string {
  return `It lists records of ${itemPath}, and nothing tells which ones.`
}

function take(home: Draft, draft: Draft, operation: ResourceOperation): void {
  const route = draft.routes.get(operation.operationId)
  if (route === undefined) return
  home.operations.push(operation)
  home.routes.set(operation.operationId, route)
}

/** Resources that can take lists in, by the schemas of their records, in the order of the drafts. */
type Homes = ReadonlyMap<string, readonly Draft[]>

function homesOf(document: Document, drafts: readonly Draft[]): Homes {
  const homes = new Map<string, Draft[]>()
  for (const draft of drafts) {
    if (draft.kind === 'singleton' || scopeOf(draft).length > 0) continue
    if (draft.identity.property === undefined || !hasRole(draft, 'read')) continue
    const shown = [draft.record, draft.item].flatMap((node) => (node ? [schemaIdentity(document, node)] : []))
    for (const identity of new Set(shown)) addTo(homes, identity, draft)
  }
  return homes
}

function addTo(drafts: Map<string, Draft[]>, identity: string, draft: Draft): void {
  const known = drafts.get(identity)
  if (known) known.push(draft)
  else drafts.set(identity, [draft])
}

/** The resource whose records a draft's items are, by the same schema of the document. */
function homeOf(document: Document, homes: Homes, { item, record, ...draft }: Draft): Draft | undefined {
  if (draft.idParameter !== undefined || item === undefined) return undefined
  const identity = schemaIdentity(document, item)
  if (identity !== schemaIdentity(document, record)) return undefined
  // What is written out anew for each may say the same by chance.
  const isMeant = (home: Draft): boolean =>
    isSameSchema(document, item, home.record) ||
    (home.item !== undefined && isSameSchema(document, item, home.item)) ||
    nounIn(home.template) === nounIn(draft.template)
  return homes.get(identity)?.find((home) => home.template.key !== draft.template.key && isMeant(home))
}

const nounIn = ({ segments }: Template): string => singularWordsOf(lastText(segments))

/** What narrows the home's records to the draft's; undefined when nothing tells which they are. */
function narrowing(document: Document, home: Draft, draft: Draft): readonly Filter[] | undefined {
  const scope = parametersOf(draft.template.segments)
  if (scope.length === 0) return isPlural(home, draft) || isFiltered(document, home, draft) ? [] : undefined
  const filters = scope.flatMap((parameter) => linkOf(document, home, draft, parameter) ?? [])
  return filters.length === scope.length ? filters : undefined
}

/** Whether it lists all that the home has one by one: `/pets` beside `/pet/{petId}`. */
function isPlural({ template: { segments: one } }: Draft, { template: { segments: many } }: Draft): boolean {
  const [names, others] = [one, many].map((segments) =>
    segments.map((segment) => (isParameter(segment) ? '{}' : segment.text)),
  )
  const last = others?.at(-1) ?? ''
  return others?.with(-1, singular(last)).join('/') === names?.join('/')
}

/** Whether a list elsewhere says by its parameters which records it is about. */
function isFiltered(document: Document, home: Draft, draft: Draft): boolean {
  return [...draft.routes.values()].every(({ operation }) => {
    const filters = filtersOf(document, operation, home.record, home.identity.property).map(
      ({ parameter }) => parameter,
    )
    const asked = operation.parameters.filter((each) => each.in === 'query' && !shapesResponse(each))
    return filters.length > 0 && asked.every(({ name, required }) => !required || filters.includes(name))
  })
}

/**
 * The property of the records that holds the parent's id: `userId`, `user_id`, `idUser` for `/users/{id}`, `parentId` for the
 * children of a record of the same kind.
 */
function linkOf(document: Document, home: Draft, draft: Draft, parameter: string): Filter | undefined {
  const { segments } = draft.template
  const at = segments.findIndex((segment) => isParameter(segment) && segment.parameter === parameter)
  const parent = normalizeName(singular(lastText(segments.slice(0, at))))
  const isId = wordsOf(parameter).includes('id')
  const names = new Set([
    ...(parameter === 'id' || !isId ? [] : [normalizeName(parameter)]),
    ...(parent === '' ? [] : [`${parent}id`, `id${parent}`]),
    ...belowOwn(home, draft, parent),
  ])
  const [first] = draft.routes.values()
  const schema = first && pathParameter(first.operation, parameter)?.schema
  const found = [...possiblePropertiesOf(document, home.record)].find(
    ([name, property]) =>
      names.has(normalizeName(name)) && (!schema || isComparable(document, schema, property)),
  )
  return found && { parameter, property: found[0] }
}

/** What may tell which records are below one, where a path goes on from that one: `/categories/{id}/children`. */
function belowOwn(
  { itemPath = '' }: Draft,
  { collectionPath = '' }: Draft,
  parent: string,
): readonly string[] {
  const [above, below] = [itemPath, collectionPath].map(shapeOf) as [string, string]
  if (!below.startsWith(`${above}/`)) return []
  const name = normalizeName(below.slice(above.length))
  if (/^(?:(?:direct)?reports|subordinates)$/.test(name))
    return ['managerid', 'supervisorid', 'reportstoid', 'reportsto']
  const replies = name === 'replies' ? ['replytoid', 'inreplytoid', 'replyto', 'inreplyto'] : []
  return /^(?:children|sub[a-z]+|replies)$/.test(name) ? ['parentid', `parent${parent}id`, ...replies] : []
}

/**
 * POSTs that change an item by a path below it, `/orders/{id}/cancel`, and answer with the item, or lead to a state that it
 * has by their name.
 */
export function joinActions(
  document: Document,
  routes: Routes,
  drafts: readonly Draft[],
  reasons: Reasons,
): void {
  const byKey = byItemKey(drafts)
  forEachFree(routes, drafts, (route) => {
    if (!['POST', 'PUT', 'PATCH'].includes(route.operation.method)) return
    const home = homeAbove(byKey, route)
    if (home === undefined) return
    const record = recordInResponse({ document, draft: home, subject: subjectOf(home) }, route.operation)
    const isShown =
      record &&
      [home.record, home.item].some(
        (each) => each && schemaIdentity(document, record.schema) === schemaIdentity(document, each),
      )
    const isRestored = isRestore(route.operation) && home.operations.some((each) => each.role === 'delete')
    if (isShown || isRestored || isNamedByState(document, home, route))
      addOperation(home, route, itemAction(home, route, isShown ? record.path : undefined), reasons)
  })
}

/** Searches of a collection join it, so that they find the records that there are. */
export function joinSearches(
  document: Document,
  routes: Routes,
  drafts: readonly Draft[],
  reasons: Reasons,
): void {
  const byKey = new Map(drafts.map((draft) => [draft.template.key, draft]))
  forEachFree(routes, drafts, (route) => joinSearch(document, byKey, route, reasons))
}

/** What puts a record into a list of such below another joins that list. */
export function joinMembers(
  document: Document,
  routes: Routes,
  drafts: readonly Draft[],
  reasons: Reasons,
): void {
  forEachFree(routes, drafts, (route) => joinMember(document, drafts, route, reasons))
}

/** What puts something into a property of a record, and what takes it from there again, are actions on the record. */
export function joinRelations(
  document: Document,
  routes: Routes,
  drafts: readonly Draft[],
  reasons: Reasons,
): void {
  const byKey = byItemKey(drafts)
  forEachFree(routes, drafts, (route) => {
    const { operation, template } = route
    const isMany = isParameter(template.segments.at(-1))
    const home = byKey.get(collectionKeys(template)[isMany ? 1 : 0] ?? '')
    const beside = routes.get(template.key) ?? []
    const [put, remove] = ['PUT', 'DELETE'].map((method) => byMethod(beside, method)?.operation)
    if (!home || !put || !remove || ![put, remove].includes(operation)) return
    if (![put, remove].every((each) => relationOf(document, home.record, each))) return
    const names = parametersOf(template.segments).slice(0, isMany ? -1 : undefined)
    const shown = recordInResponse({ document, draft: home, subject: subjectOf(home) }, operation)
    const action = operationAs(route, 'action', { responsePath: shown?.path })
    addOperation(home, route, { ...action, idParameter: names.at(-1), scope: names.slice(0, -1) }, reasons)
  })
}

const byItemKey = (drafts: readonly Draft[]): ReadonlyMap<string, Draft> =>
  new Map(drafts.flatMap((draft) => (draft.idParameter === undefined ? [] : [[draft.template.key, draft]])))

/** What is known of a resource whose records have been seen. */
const subjectOf = ({ template, idParameter, record }: Draft): CollectionHints => ({
  name: lastText(template.segments),
  idParameter,
  record,
})

const isNamedByState = (document: Document, { record }: Draft, { template }: Route): boolean =>
  stateChangesOf(document, record, lastText(template.segments)).length > 0

/** The resource whose item's path an operation's path goes on from, by texts alone. */
function homeAbove(byKey: ReadonlyMap<string, Draft>, { template }: Route): Draft | undefined {
  const [nearest] = collectionKeys(template)
  return isParameter(template.segments.at(-1)) ? undefined : byKey.get(nearest ?? '')
}

function itemAction(
  home: Draft,
  route: Route,
  responsePath: readonly string[] | undefined,
): ResourceOperation {
  const parameters = parametersOf(route.template.segments)
  const action = operationAs(route, 'action', { responsePath })
  return home.kind === 'singleton'
    ? action
    : { ...action, idParameter: parameters.at(-1), scope: parameters.slice(0, -1) }
}

/** A POST elsewhere that answers with a new record of a resource which nothing else creates: `/users/signup`. */
export function joinCreates(
  document: Document,
  routes: Routes,
  drafts: readonly Draft[],
  reasons: Reasons,
): void {
  const byRecord = new Map<Pointer, Draft[]>()
  for (const draft of drafts)
    if (lacksCreate(draft)) addTo(byRecord, resolveRef(document, draft.record).pointer, draft)
  forEachFree(routes, drafts, (route) => {
    if (route.operation.method !== 'POST' || parametersOf(route.template.segments).length > 0) return
    const created = createdAnswer(route.operation)
    const shown = created ? byRecord.get(resolveRef(document, created).pointer) : undefined
    const homes = (shown ?? []).filter((draft) => isCreatedBy(document, draft, route))
    const [home] = homes
    if (home === undefined || homes.length > 1) return
    const request = requestSchema(route.operation)
    const [requestPath, responsePath] = [request, created].map(
      (body) => body && findRecord(document, body, subjectOf(home))?.path,
    )
    if (requestPath && responsePath)
      addOperation(home, route, operationAs(route, 'create', { requestPath, responsePath }), reasons)
  })
}

function lacksCreate(draft: Draft): boolean {
  if (draft.kind === 'singleton' || scopeOf(draft).length > 0 || draft.identity.property === undefined)
    return false
  return hasRole(draft, 'read') && !hasRole(draft, 'create')
}

function isCreatedBy(document: Document, draft: Draft, { operation }: Route): boolean {
  const answer = createdAnswer(operation)
  const request = requestSchema(operation)
  if (!answer || !request || !saysCreate(operation) || !lacksCreate(draft)) return false
  const isRecord = isSameSchema(document, answer, draft.record)
  return isRecord && sharesProperty(document, request, draft.record)
}

function createdAnswer(operation: Operation): SchemaNode | undefined {
  return jsonSchema(successResponse(operation, true)?.content ?? [])
}

function saysCreate(operation: Operation): boolean {
  const words = [...wordsOf(operation.id), ...wordsOf(operation.path)]
  const isCreating = words.some((word) => /^(?:create|add|new|register|signup|sign|insert|save)$/.test(word))
  return isCreating || successResponse(operation, true)?.status === '201'
}

function sharesProperty(document: Document, sent: SchemaNode, record: SchemaNode): boolean {
  const known = possiblePropertiesOf(document, record)
  return [...possiblePropertiesOf(document, sent).keys()].some((name) => known.has(name))
}

function forEachFree(routes: Routes, drafts: readonly Draft[], work: (route: Route) => void): void {
  const taken = new Set(drafts.flatMap((draft) => [...draft.routes.keys()]))
  for (const route of [...routes.values()].flat()) if (!taken.has(route.operation.id)) work(route)
}
