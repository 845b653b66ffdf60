import { pathParameter, type Document, type SchemaNode } from '../../document.ts'
import { endsInParameter } from '../../routing/path-template.ts'
import { possiblePropertiesOf } from '../../schemas/properties.ts'
import { partsOf, resolveRef } from '../../schemas/subschemas.ts'
import { requestSchema, responseSchema } from '../bodies/content.ts'
import { findList, findRecord, type BodyPart, type CollectionHints } from '../bodies/envelope.ts'
import { identify } from '../identity/identity.ts'
import { isComparable } from '../lists/filters.ts'
import { byMethod, showsFile, type Route, type Routes } from '../paths/routes.ts'
import {
  isParameter,
  itemKey,
  lastLiteral,
  lastParameter,
  parametersOf,
  parentTemplate,
  type Template,
} from '../paths/template.ts'
import { singularWordsOf } from '../prose/words.ts'
import { isSameSchema, schemaIdentity } from '../schemas/similarity.ts'
import { addOperation, type Draft, type Reasons } from './draft.ts'
import { isShownAbove, isTransfer } from './referred-to.ts'
import { asListed, collectionRole, itemRole } from './roles.ts'
import { showsSoleItem } from './sole-item.ts'

/** Drafts the collections that paths and response schemas show, in the order of the document. */
export function draftCollections(
  document: Document,
  routes: Routes,
  wholes: ReadonlySet<string>,
  reasons: Reasons,
): readonly Draft[] {
  const templates = new Map<string, Template>()
  for (const [route] of routes.values()) {
    const template = route && collectionTemplate(document, routes, route.template)
    if (template && !templates.has(template.key) && !wholes.has(template.key))
      templates.set(template.key, template)
  }
  const names = parameterNames(routes)
  const draftOf = (template: Template, lender?: Draft): Draft | undefined => {
    const place = { template, idNames: [...(names.get(itemKey(template)) ?? [])], lender }
    return draftCollection(document, routes, place, reasons)
  }
  const drafts = [...templates.values()].flatMap((template) => draftOf(template) ?? [])
  const known = new Set(drafts.map(({ template }) => template.key))
  const others = [...templates.values()].filter(({ key }) => !known.has(key))
  return [
    ...drafts,
    ...others.flatMap((template) => {
      const lender = listedBelowOwner(document, drafts, template, routes)
      return (lender && draftOf(template, lender)) ?? []
    }),
  ]
}

/**
 * The only nested collection whose items have their own short path, which no GET describes: `DELETE /reviews/{id}` beside
 * `GET /books/{id}/reviews` (shallow nesting).
 */
function listedBelowOwner(
  document: Document,
  drafts: readonly Draft[],
  template: Template,
  routes: Routes,
): Draft | undefined {
  const [first] = routes.get(itemKey(template)) ?? []
  const schema = first && pathParameter(first.operation, lastParameter(first.template.segments))?.schema
  if (!schema || routes.has(template.key) || parametersOf(template.segments).length > 0) return undefined
  const lenders = drafts.filter(({ item, record, idParameter, identity, template: { segments } }) => {
    const id = possiblePropertiesOf(document, record).get(identity.property ?? '')
    if (!item || !id || idParameter !== undefined || parametersOf(segments).length === 0) return false
    // The path of the list may be shorter: `/events/{id}/waitlist` shows a `WaitlistEntry`.
    const names = [lastLiteral(segments), resolveRef(document, item).pointer.split('/').at(-1) ?? '']
    const isSameNoun = names.map(singularWordsOf).includes(singularWordsOf(lastLiteral(template.segments)))
    return isSameNoun && isComparable(document, schema, id)
  })
  return lenders.length === 1 ? lenders[0] : undefined
}

/** The names that paths give to the parameter at each place: `ref` and `commit_sha` for `/commits/{}`. */
function parameterNames(routes: Routes): ReadonlyMap<string, ReadonlySet<string>> {
  const names = new Map<string, Set<string>>()
  for (const [route] of routes.values()) {
    let key = ''
    const segments = route?.template.segments ?? []
    for (const [index, segment] of segments.entries()) {
      key += `/${isParameter(segment) ? '{}' : segment.text}`
      // `/tags/{type}/{value}`: the first of two is only a part of the key.
      const isWhole = !isParameter(segments[index + 1])
      if (isParameter(segment) && isWhole)
        names.set(key, (names.get(key) ?? new Set()).add(segment.parameter))
    }
  }
  return names
}

/** The path of the collection: the parent of a path that ends in a parameter, unless a GET of it responds with a list. */
function collectionTemplate(document: Document, routes: Routes, template: Template): Template | undefined {
  return isParameter(template.segments.at(-1)) &&
    (!isList(document, routes.get(template.key)) || showsSoleItem(document, routes, template))
    ? parentTemplate(template)
    : template
}

const isList = (document: Document, routes: readonly Route[] = []): boolean =>
  listedBy(document, routes) !== undefined

/** The schema of the records in the list that a GET responds with. */
function listedBy(document: Document, routes: readonly Route[]): SchemaNode | undefined {
  const get = byMethod(routes, 'GET')
  const body = get && responseSchema(get.operation)
  const segments = get?.template.segments ?? []
  const hints = { name: lastLiteral(segments), idParameter: lastParameter(segments), record: undefined }
  return body && findList(document, body, hints)?.schema
}

/** Whether a path below a collection lists some of the same records: its parameter selects them and identifies none. */
function listsSame(document: Document, below: readonly Route[], { item, record }: RecordSchemas): boolean {
  const listed = listedBy(document, below)
  return listed !== undefined && schemaIdentity(document, listed) === schemaIdentity(document, item ?? record)
}

interface CollectionPlace {
  readonly template: Template
  /** The names that paths give to the parameter of an item. */
  readonly idNames: readonly string[]
  /** The collection whose schemas tell what its records are, if no GET does. */
  readonly lender: Draft | undefined
}

function draftCollection(
  document: Document,
  routes: Routes,
  { template, idNames, lender }: CollectionPlace,
  reasons: Reasons,
): Draft | undefined {
  const own = ownRoutes(document, routes, template)
  const below = routes.get(itemKey(template)) ?? []
  const isListBelow = isList(document, below)
  const isSole = isListBelow && below[0] !== undefined && showsSoleItem(document, routes, below[0].template)
  const items = isListBelow && !isSole ? [] : below
  const schemas =
    recordSchemas(document, routes, { template, own, items, isSole }) ??
    (lender && lentSchemas(lender, items))
  if (schemas === undefined) return undefined
  const names = listsSame(document, below, schemas) ? [] : idNames
  const draft = emptyDraft(document, template, own, items, schemas, names)
  const context = { document, draft, hints: { ...schemas.hints, record: draft.record } }
  for (const route of own) addOperation(draft, route, collectionRole(context, route, items), reasons)
  for (const route of items) {
    const isSamePath = lastParameter(route.template.segments) === draft.idParameter
    const role = isSamePath
      ? itemRole(isSole ? asListed(context) : context, route)
      : identicalPathReason(draft)
    addOperation(draft, route, role, reasons)
  }
  return draft.operations.length > 0 ? draft : undefined
}

/** Paths that differ only in the names of parameters are identical (OpenAPI 3.0.4 §4.7.8.2). */
function identicalPathReason({ itemPath }: Draft): string {
  return `Its path differs from ${itemPath} only in the name of its parameter.`
}

/** The routes at a collection's own path. If that is also the path of another collection's item, only POSTs are. */
function ownRoutes(document: Document, routes: Routes, { key, segments }: Template): readonly Route[] {
  const own = routes.get(key) ?? []
  if (!isParameter(segments.at(-1)) || isList(document, own)) return own
  return own.filter(({ operation }) => operation.method === 'POST')
}

interface CollectionRoutes {
  readonly template: Template
  readonly own: readonly Route[]
  readonly items: readonly Route[]
  readonly isSole: boolean
}

interface RecordSchemas {
  readonly hints: CollectionHints
  readonly record: SchemaNode
  /** A record as lists show it. */
  readonly item: SchemaNode | undefined
}

/**
 * Reads the schemas of a collection's records out of the responses to GET, or else to a change of an item that another path lists, or to
 * the creation of one whose file is all that can be read, or which only the record above shows.
 */
function recordSchemas(
  document: Document,
  routes: Routes,
  { template, own, items: itemRoutes, isSole }: CollectionRoutes,
): RecordSchemas | undefined {
  const { segments } = template
  const change = segments.some(isParameter) ? undefined : byMethod(itemRoutes, 'PATCH')
  const get = byMethod(itemRoutes, 'GET')
  const isUnread = get
    ? showsFile(get)
    : isShownAbove(document, routes, template) || isTransfer(document, routes, template)
  const creation = isUnread ? byMethod(own, 'POST') : undefined
  const [list, read] = [byMethod(own, 'GET'), creation ?? get ?? change].map(
    (route) => route && responseSchema(route.operation),
  )
  const item = get ?? itemRoutes[0]
  const idParameter = item && lastParameter(item.template.segments)
  const hints: CollectionHints = { name: lastLiteral(segments), idParameter, record: undefined }
  const byHints = list && findList(document, list, hints)
  const known = { ...hints, record: byHints?.schema, isListed: isSole }
  const record = read && findRecord(document, read, known)?.schema
  const items = byHints ?? (list && record ? findList(document, list, { ...hints, record }) : undefined)
  const fuller = record && items ? undefined : fullerAtCreation(document, own, hints, { record, items })
  const listed = record && items && listedForm(document, record, items.schema)
  const shown = fuller ?? listed ?? record ?? items?.schema
  return shown && { hints, record: shown, item: items?.schema }
}

/** The form of records that lists show, if others show less and are only read, as what remains of a deleted record. */
function listedForm(document: Document, record: SchemaNode, item: SchemaNode): SchemaNode | undefined {
  const [, ...forms] = partsOf(document, record, ['anyOf', 'oneOf'])
  const sizeOf = (node: SchemaNode): number => possiblePropertiesOf(document, node).size
  const isFullest = forms.every((form) => sizeOf(form) <= sizeOf(item))
  return isFullest && forms.some((form) => isSameSchema(document, form, item)) ? item : undefined
}

/**
 * The record in the response to a creation, if it shows all that reads show, and what clients send that those do not: a user who signs
 * up gets more than the public profile. If nothing reads records, it suffices that it shows more than lists do.
 */
function fullerAtCreation(
  document: Document,
  own: readonly Route[],
  hints: CollectionHints,
  { record, items }: { readonly record: SchemaNode | undefined; readonly items: BodyPart | undefined },
): SchemaNode | undefined {
  const form = record ?? items?.schema
  const create = byMethod(own, 'POST')?.operation
  const [sent, created] = [requestSchema, responseSchema].map((schemaOf) => {
    const body = create && schemaOf(create)
    return body && findRecord(document, body, hints)?.schema
  })
  if (!form || !sent || !created) return undefined
  const [read, shown] = [possiblePropertiesOf(document, form), possiblePropertiesOf(document, created)]
  const more = [...shown.keys()].filter((name) => !read.has(name))
  const known = possiblePropertiesOf(document, sent)
  const isMore = record ? more.some((name) => known.has(name)) : more.length > 0 && read.size > 0
  return isMore && [...read.keys()].every((name) => shown.has(name)) ? created : undefined
}

/** The schemas of another collection's records, for items that no GET describes. */
function lentSchemas({ template, record, item }: Draft, items: readonly Route[]): RecordSchemas {
  const idParameter = items[0] && lastParameter(items[0].template.segments)
  return { hints: { name: lastLiteral(template.segments), idParameter, record: undefined }, record, item }
}

function emptyDraft(
  document: Document,
  template: Template,
  own: readonly Route[],
  items: readonly Route[],
  { hints, record, item }: RecordSchemas,
  aliases: readonly string[],
): Draft {
  const first = (byMethod(items, 'GET') ?? items[0])?.operation
  const creation = byMethod(own, 'POST')?.operation
  // Items may have a path only to what is below them: `/buckets/{bucket}/objects`.
  const idParameter = hints.idParameter ?? aliases[0]
  const place = { name: hints.name, idParameter, aliases, operation: first, creation }
  const [identity, other] = [record, item].map((schema) => schema && identify(document, schema, place))
  const paths = [...(first ? [first.path] : []), ...items.map(({ operation }) => operation.path)]
  return {
    kind: 'collection',
    template: own[0]?.template ?? template,
    collectionPath: own[0]?.operation.path,
    itemPath: paths.find(endsInParameter) ?? paths[0],
    idParameter: hints.idParameter,
    record,
    item,
    identity: [identity, other].find((each) => each?.property) ??
      (hints.idParameter === undefined ? undefined : identity) ?? { property: undefined, type: undefined },
    operations: [],
    routes: new Map(),
  }
}
