import type { Document, Operation, SchemaNode } from '../../document.ts'
import { own } from '../../util/object.ts'
import { isLone } from '../records/lone-id.ts'
import { possiblePropertiesOf, requiredOf } from '../../schemas/properties.ts'
import { resolveRef } from '../../schemas/subschemas.ts'
import type { ResourceOperation, Role } from '../../resources.ts'
import { areExclusive } from '../schemas/compatibility.ts'
import {
  responseSchema,
  isSimilar,
  isArraySchema,
  couldBeRecord,
  isSameSchema,
  jsonContent,
  noJsonReason,
  requestSchema,
  statusOf,
  successResponse,
} from '../bodies/content.ts'
import type { BodyPart } from '../bodies/content.ts'
import type { Draft } from './draft.ts'
import { findList, findRecord } from '../bodies/envelope.ts'
import type { CollectionHints } from '../bodies/envelope.ts'
import type { Route } from '../paths/routes.ts'
import { isParameter, parametersOf } from '../paths/template.ts'
import { pathToId } from '../records/path-to-id.ts'
import { normalizeName } from '../prose/words.ts'

/** What the role of an operation depends on: the resource in the making, and what is known of it. */
export interface RoleContext {
  readonly document: Document
  readonly draft: Draft
  readonly subject: CollectionHints
}

/** The role of an operation on a collection's own path, or why it has none. */
export function collectionRole(
  context: RoleContext,
  route: Route,
  items: readonly Route[],
): ResourceOperation | string {
  switch (route.operation.method) {
    case 'GET':
      return listRole(context, route)
    case 'POST':
      return createRole(context, route, items.length > 0)
    case 'PUT':
    case 'PATCH':
      return collectionWriteRole(context, route, items)
    case 'DELETE':
      return 'It deletes from the whole collection.'
    default:
      return `${route.operation.method} has no part in keeping records.`
  }
}

/** The role of an operation on an item's path, or of one on a singleton's, or why it has none. */
export function itemRole(context: RoleContext, route: Route): ResourceOperation | string {
  switch (route.operation.method) {
    case 'GET':
      return readRole(context, route)
    case 'HEAD':
      return operationAs(route, 'read', { responsePath: undefined })
    case 'PUT':
    case 'PATCH':
    case 'POST':
      return writeRole(context, route)
    case 'DELETE':
      return operationAs(route, 'delete', { responsePath: recordInResponse(context, route.operation)?.path })
    default:
      return `${route.operation.method} has no part in keeping records.`
  }
}

/** An operation with the names that its own path gives to what the resource calls scope and id. */
export function operationAs(
  { operation, template }: Route,
  name: Role,
  more: Partial<ResourceOperation>,
): ResourceOperation {
  const last = template.segments.at(-1)
  const named = name !== 'list' && name !== 'create' && isParameter(last) ? last.parameter : undefined
  const parameters = parametersOf(template.segments)
  return {
    role: name,
    operationId: operation.id,
    idParameter: named,
    scope: named === undefined ? parameters : parameters.slice(0, -1),
    within: [],
    requestPath: [],
    responsePath: [],
    status: statusOf(successResponse(operation, name === 'create')),
    ...more,
  }
}

function listRole({ document, draft, subject }: RoleContext, route: Route): ResourceOperation | string {
  const body = responseSchema(route.operation)
  const list = body && findList(document, body, { ...subject, record: draft.item ?? draft.record })
  if (list) return operationAs(route, 'list', { responsePath: list.path })
  return body ? 'It answers with no list of objects.' : noJsonReason(route.operation)
}

function readRole({ document, subject }: RoleContext, route: Route): ResourceOperation | string {
  const body = responseSchema(route.operation)
  const record = body && findRecord(document, body, subject)
  if (record) return operationAs(route, 'read', { responsePath: record.path })
  return body ? 'It answers with no object.' : noJsonReason(route.operation)
}

function createRole(context: RoleContext, route: Route, hasItems: boolean): ResourceOperation | string {
  const { document, draft, subject } = context
  const { operation } = route
  const request = requestSchema(operation)
  if (request && isArraySchema(document, request)) return 'It takes several records at once.'
  const response = successResponse(operation, true)
  const answer = jsonContent(response?.content ?? [])
  const found = answer?.schema && findRecord(document, answer.schema, subject)
  const record = found && !areExclusive(document, found.schema, draft.record) ? found : undefined
  const sent = sentRecord(context, operation)
  const requestPath = sent?.path ?? []
  const isShown =
    record !== undefined && (holdsId(context, record) || isSimilar(document, record.schema, draft.record))
  const created = operationAs(route, 'create', {
    requestPath,
    responsePath: isShown ? record.path : undefined,
  })
  if (sent && isListed(context, sent, answer?.schema)) return created
  if (!hasItems) return isShown ? created : 'Its answer is no record of the list.'
  const isFound = response?.headers.some(({ name }) => normalizeName(name) === 'location') ?? false
  const isAlone = answer !== undefined && isLone(document, answer)
  const { idParameter: name } = subject
  const isNamed =
    answer?.schema && name !== undefined && pathToId(document, answer.schema, name) !== undefined
  const isTold = isAlone || isNamed || (record !== undefined && holdsId(context, record))
  if (isTold || isFound || choosesId(context, operation)) return created
  return 'Its answer holds no id by which to read what it creates.'
}

/** Whether what is sent is a record such as those listed, whatever the answer tells of it: `{message: 'Created.'}`. */
function isListed(context: RoleContext, sent: BodyPart, answer: SchemaNode | undefined): boolean {
  const { document, draft, subject } = context
  if (!draft.item || !couldBeRecord(document, sent.schema, draft.record)) return false
  return !answer || !findList(document, answer, { ...subject, record: draft.item })
}

function writeRole(context: RoleContext, route: Route): ResourceOperation | string {
  const { document, draft } = context
  const sent = sentRecord(context, route.operation)
  const responsePath = recordInResponse(context, route.operation)?.path
  if (sent && overlaps(document, sent.schema, draft.record)) {
    const isWhole = route.operation.method === 'PUT' && isWholeRecord(context, sent.schema)
    return operationAs(route, isWhole ? 'replace' : 'update', { requestPath: sent.path, responsePath })
  }
  if (responsePath !== undefined && route.operation.method !== 'PUT')
    return operationAs(route, 'action', { responsePath })
  return sent ? 'Its body is no part of the record.' : 'It has no body to change the record with.'
}

/** The record in a request, in an envelope or not. */
function sentRecord({ document, subject }: RoleContext, operation: Operation): BodyPart | undefined {
  const request = requestSchema(operation)
  return request && findRecord(document, request, subject)
}

/** The record in an answer that a stored record can be: it requires nothing which the record does not have. */
export function recordInResponse(
  { document, draft, subject }: RoleContext,
  operation: Operation,
): BodyPart | undefined {
  const body = responseSchema(operation)
  const part = body && findRecord(document, body, subject)
  if (part === undefined || !isSimilar(document, part.schema, draft.record)) return undefined
  if (isSameSchema(document, part.schema, draft.record)) return part
  if (areExclusive(document, part.schema, draft.record)) return undefined
  // `{id, deleted: true}` looks like a record and is none.
  if (operation.method === 'DELETE') return undefined
  const known = possiblePropertiesOf(document, draft.record)
  return [...requiredOf(document, part.schema)].every((name) => known.has(name)) ? part : undefined
}

function holdsId({ document, draft }: RoleContext, part: BodyPart): boolean {
  const { property } = draft.identity
  return property !== undefined && possiblePropertiesOf(document, part.schema).has(property)
}

/** Whether clients give a new record its id. */
function choosesId(context: RoleContext, operation: Operation): boolean {
  const sent = sentRecord(context, operation)
  return sent !== undefined && clientChoosesId(context.document, sent.schema, context.draft.identity)
}

/** Whether what is sent of a new record says its id: it must, or the id is a name rather than a number. */
export function clientChoosesId(
  document: Document,
  sent: SchemaNode,
  { property = '', type }: Draft['identity'],
): boolean {
  if (!possiblePropertiesOf(document, sent).has(property)) return false
  return requiredOf(document, sent).has(property) || (type === 'string' && normalizeName(property) !== 'id')
}

/**
 * One that may leave the id out, and answers with no record, changes as many records as its query chooses where one by itself
 * is changed by its own path: `PATCH /todos?where=…` answers `{count}`.
 */
function collectionWriteRole(
  context: RoleContext,
  route: Route,
  items: readonly Route[],
): ResourceOperation | string {
  const sent = sentRecord(context, route.operation)
  if (!sent || !holdsId(context, sent)) return 'Its body does not say which record it changes.'
  const role = writeRole(context, route)
  const isSaid = requiredOf(context.document, sent.schema).has(context.draft.identity.property ?? '')
  const isOfAll =
    !isSaid && typeof role === 'object' && role.responsePath === undefined && responseSchema(route.operation)
  return isOfAll && items.some(({ operation }) => operation.method === route.operation.method)
    ? 'It changes any number of records, and answers with none.'
    : role
}

function overlaps(document: Document, sent: SchemaNode, record: SchemaNode): boolean {
  const known = possiblePropertiesOf(document, record)
  const names = [...possiblePropertiesOf(document, sent).keys()]
  return names.some((name) => known.has(name)) || (names.length === 0 && known.size === 0)
}

/** Whether a body can be a whole record: it may name all that the record must have, but what the server alone sets. */
function isWholeRecord({ document, draft }: RoleContext, sent: SchemaNode): boolean {
  const known = possiblePropertiesOf(document, draft.record)
  const names = possiblePropertiesOf(document, sent)
  const required = [...requiredOf(document, draft.record)].filter((name) => {
    const schema = known.get(name)
    const isSet = schema && own(resolveRef(document, schema).schema, 'readOnly') === true
    return name !== draft.identity.property && !isSet
  })
  return required.length > 0
    ? required.every((name) => names.has(name))
    : isSimilar(document, sent, draft.record)
}
