import type { Document, SchemaNode } from '../../document.ts'
import { responseSchema } from '../bodies/content.ts'
import { addOperation } from './draft.ts'
import type { Draft, Reasons } from './draft.ts'
import { findList, findRecord } from '../bodies/envelope.ts'
import type { CollectionHints } from '../bodies/envelope.ts'
import { identify } from '../records/identity.ts'
import { collectionRole, itemRole } from './roles.ts'
import { byMethod } from '../paths/routes.ts'
import type { Route, Routes } from '../paths/routes.ts'
import { parentTemplate, isParameter, itemKey, lastParameter, lastText } from '../paths/template.ts'
import type { Segment, Template } from '../paths/template.ts'

/** The collections that paths and answers show, shallow ones first. */
export function draftCollections(document: Document, routes: Routes, reasons: Reasons): readonly Draft[] {
  const templates = new Map<string, Template>()
  for (const [route] of routes.values()) {
    const template = route && collectionTemplate(document, routes, route.template)
    if (template && !templates.has(template.key)) templates.set(template.key, template)
  }
  const names = parameterNames(routes)
  return [...templates.values()].flatMap(
    (template) =>
      draftCollection(document, routes, template, names.get(itemKey(template)) ?? new Set(), reasons) ?? [],
  )
}

/** What paths call the parameter at each place: `/commits/{}` is `ref` and `commit_sha`. */
function parameterNames(routes: Routes): ReadonlyMap<string, ReadonlySet<string>> {
  const names = new Map<string, Set<string>>()
  for (const [route] of routes.values()) {
    let key = ''
    for (const segment of route?.template.segments ?? []) {
      key += `/${isParameter(segment) ? '{}' : segment.text}`
      if (isParameter(segment)) names.set(key, (names.get(key) ?? new Set()).add(segment.parameter))
    }
  }
  return names
}

/** A path that ends in a parameter is an item's, unless a GET of it answers with a list. */
function collectionTemplate(document: Document, routes: Routes, template: Template): Template | undefined {
  return isParameter(template.segments.at(-1)) && !isList(document, routes.get(template.key))
    ? parentTemplate(template)
    : template
}

function isList(document: Document, routes: readonly Route[] = []): boolean {
  const get = byMethod(routes, 'GET')
  const body = get && responseSchema(get.operation)
  const segments = get?.template.segments ?? []
  const subject = { name: lastText(segments), idParameter: lastParameter(segments), record: undefined }
  return body !== undefined && findList(document, body, subject) !== undefined
}

function draftCollection(
  document: Document,
  routes: Routes,
  template: Template,
  idNames: ReadonlySet<string>,
  reasons: Reasons,
): Draft | undefined {
  const own = ownRoutes(document, routes, template)
  const below = routes.get(itemKey(template)) ?? []
  const items = isList(document, below) ? [] : below
  const seen = look(document, template.segments, own, items)
  if (seen === undefined) return undefined
  const draft = emptyDraft(document, template, own, items, seen, [...idNames])
  const context = { document, draft, subject: { ...seen.subject, record: draft.record } }
  for (const route of own) addOperation(draft, route, collectionRole(context, route, items), reasons)
  for (const route of items) {
    const isSamePath = lastParameter(route.template.segments) === draft.idParameter
    addOperation(draft, route, isSamePath ? itemRole(context, route) : twin(draft), reasons)
  }
  return draft.operations.length > 0 ? draft : undefined
}

/** Two paths that differ in the name of a parameter only are identical (OpenAPI 3.0.4 §4.7.8.2). */
function twin({ itemPath }: Draft): string {
  return `Its path is that of ${itemPath}, but for the name of its parameter.`
}

/** At a path that is an item's of the collection above, all but a POST is about that item. */
function ownRoutes(document: Document, routes: Routes, { key, segments }: Template): readonly Route[] {
  const own = routes.get(key) ?? []
  if (!isParameter(segments.at(-1)) || isList(document, own)) return own
  return own.filter(({ operation }) => operation.method === 'POST')
}

interface Seen {
  readonly subject: CollectionHints
  readonly record: SchemaNode
  readonly item: SchemaNode | undefined
}

/** What the answers to GET show of a collection's records. */
function look(
  document: Document,
  segments: readonly Segment[],
  own: readonly Route[],
  items: readonly Route[],
): Seen | undefined {
  const [list, read] = [byMethod(own, 'GET'), byMethod(items, 'GET')].map(
    (route) => route && responseSchema(route.operation),
  )
  const item = byMethod(items, 'GET') ?? items[0]
  const idParameter = item && lastParameter(item.template.segments)
  const subject: CollectionHints = { name: lastText(segments), idParameter, record: undefined }
  const sure = list && findList(document, list, subject)
  const record = read && findRecord(document, read, { ...subject, record: sure?.schema })?.schema
  const found = sure ?? (list && record ? findList(document, list, { ...subject, record }) : undefined)
  const shown = record ?? found?.schema
  return shown && { subject, record: shown, item: found?.schema }
}

function emptyDraft(
  document: Document,
  template: Template,
  own: readonly Route[],
  items: readonly Route[],
  { subject, record, item }: Seen,
  aliases: readonly string[],
): Draft {
  const first = (byMethod(items, 'GET') ?? items[0])?.operation
  const paths = { name: subject.name, idParameter: subject.idParameter, aliases, operation: first }
  const [identity, other] = [record, item].map((schema) => schema && identify(document, schema, paths))
  return {
    kind: 'collection',
    template: own[0]?.template ?? template,
    collectionPath: own[0]?.operation.path,
    itemPath: first?.path,
    idParameter: subject.idParameter,
    record,
    item,
    identity: [identity, other].find((each) => each?.property) ??
      identity ?? { property: undefined, type: undefined },
    operations: [],
    routes: new Map(),
  }
}
