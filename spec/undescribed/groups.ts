import type { Document, Operation, SchemaNode } from '../document.ts'
import { isSafe } from '../http.ts'
import { jsonSchema } from '../inference/bodies/content.ts'
import { findRecord, type CollectionHints } from '../inference/bodies/envelope.ts'
import { byMethod, routesOf, type Route, type Routes } from '../inference/paths/routes.ts'
import {
  isParameter,
  itemKey,
  lastLiteral,
  lastParameter,
  parentTemplate,
  type Template,
} from '../inference/paths/template.ts'
import { possiblePropertiesOf } from '../schemas/properties.ts'
import { groupBy } from '../util/group-by.ts'

/** The operations on the records of a collection, or on the resource at a single path, judged by paths alone. */
export interface Group {
  readonly subject: CollectionHints
  readonly list: Operation | undefined
  readonly create: Operation | undefined
  readonly read: Operation | undefined
  readonly changes: readonly Operation[]
  /** A POST to a path without items: what it creates, if anything, has its path elsewhere. */
  readonly made: Operation | undefined
  /** Operations whose path differs from an item's only in its parameter's name: `GET /members/{filter}` beside `DELETE /members/{id}`. */
  readonly twins: readonly Operation[]
  /** All operations that may take a record as their body. */
  readonly writes: readonly Operation[]
}

/** The record in the JSON request body of an operation. */
export function sentBy(
  document: Document,
  { requestBody }: Operation,
  { subject }: Group,
): SchemaNode | undefined {
  const body = jsonSchema(requestBody?.content ?? [])
  const sent = body && findRecord(document, body, subject)?.schema
  return sent && possiblePropertiesOf(document, sent).size > 0 ? sent : undefined
}

/** Groups operations by the collections and items that their paths suggest. */
export function groupsOf(operations: readonly Operation[]): readonly Group[] {
  const routes = routesOf(operations)
  const templates = new Map<string, Template>()
  for (const [route] of routes.values()) {
    const template = route && collectionOf(route.template)
    if (template) templates.set(template.key, template)
  }
  const groups = [...templates.values()].map((template) => groupOf(routes, template))
  const makers = groupBy(
    groups.filter(({ made }) => made),
    ({ subject }) => subject.name,
  )
  return groups.map((group) => withMade(group, makers.get(group.subject.name) ?? []))
}

/** Adds the create and the list at another path: what is read at `/issues/{id}` may be created at `/projects/{id}/issues`. */
function withMade(group: Group, makers: readonly Group[]): Group {
  const { subject, create } = group
  const [only] = makers
  if (create || subject.idParameter === undefined || group.list || !only || makers.length > 1) return group
  const more = [only.made, only.read].filter((each) => each !== undefined)
  return { ...group, create: only.made, list: only.read, writes: [...group.writes, ...more.filter(isWrite)] }
}

/** Whether records are read at a path that does not extend the path of their create. */
export function isMadeElsewhere({ read, create }: Group): boolean {
  return read !== undefined && create !== undefined && !read.path.startsWith(create.path)
}

const isWrite = ({ method }: Operation): boolean => !isSafe(method)

/** A path that ends in a parameter is that of an item. */
function collectionOf(template: Template): Template | undefined {
  return isParameter(template.segments.at(-1)) ? parentTemplate(template) : template
}

function groupOf(routes: Routes, template: Template): Group {
  const { key, segments } = template
  const own = routes.get(key) ?? []
  const below = routes.get(itemKey(template)) ?? []
  // The parameter that writes use identifies the item.
  const item = below.find(({ operation }) => isWrite(operation)) ?? below[0]
  const idParameter = item && lastParameter(item.template.segments)
  const isItem = ({ template }: Route): boolean => lastParameter(template.segments) === idParameter
  const items = below.filter(isItem)
  const subject = { name: lastLiteral(segments), idParameter, record: undefined }
  const [collection, single] = items.length > 0 ? [own, items] : [[], own]
  return {
    subject,
    list: operationOf(collection, 'GET'),
    create: operationOf(collection, 'POST'),
    read: operationOf(single, 'GET'),
    changes: ['PUT', 'PATCH'].flatMap((method) => operationOf(single, method) ?? []),
    made: items.length > 0 ? undefined : operationOf(own, 'POST'),
    twins: below.filter((route) => !isItem(route)).map(({ operation }) => operation),
    writes: [...own, ...items].map(({ operation }) => operation).filter(isWrite),
  }
}

function operationOf(routes: readonly Route[], method: string): Operation | undefined {
  return byMethod(routes, method)?.operation
}
