import type { Document, Operation, Response, SchemaNode } from '../../document.ts'
import type { ResourceOperation, Role } from '../../resources.ts'
import { hasFlag, possiblePropertiesOf, requiredOf } from '../../schemas/properties.ts'
import {
  jsonContent,
  noJsonReason,
  requestSchema,
  responseSchema,
  statusOf,
  successResponse,
} from '../bodies/content.ts'
import { findList, findRecord, type BodyPart, type CollectionHints } from '../bodies/envelope.ts'
import { mayBeBareId } from '../identity/bare-id.ts'
import { pathToId } from '../identity/path-to-id.ts'
import type { Route } from '../paths/routes.ts'
import { isParameter, parametersOf } from '../paths/template.ts'
import { normalizeName } from '../prose/words.ts'
import { resetsOmitted } from '../records/described-writes.ts'
import { flattenSchema, nestingOf } from '../records/nesting.ts'
import { saysPartial } from '../records/partial-put.ts'
import { spellingsOf } from '../records/spellings.ts'
import { areExclusive } from '../schemas/compatibility.ts'
import { isArraySchema } from '../schemas/objects.ts'
import { couldBeRecord, isSameSchema, isSimilar } from '../schemas/similarity.ts'
import type { Draft } from './draft.ts'

/** What the role of an operation depends on. */
export interface RoleContext {
  readonly document: Document
  readonly draft: Draft
  readonly hints: CollectionHints
}

/** The context of operations that show a record as the only item of a list. */
export const asListed = (context: RoleContext): RoleContext => ({
  ...context,
  hints: { ...context.hints, isListed: true },
})

/** The role of an operation at a collection's own path, or the reason why it has none. */
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
      return `${route.operation.method} neither reads nor changes records.`
  }
}

/** The role of an operation at the path of an item or a singleton, or the reason why it has none. */
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
      return `${route.operation.method} neither reads nor changes records.`
  }
}

/** An operation in a role, with its own path's names for the resource's scope and id. */
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
    status: statusOf(
      replacedBy(operation) ?? successResponse(operation, name === 'create'),
      name === 'create',
    ),
    ...more,
  }
}

/** The response to a PUT that has replaced what was there rather than created it (RFC 9110 §9.3.4). */
const replacedBy = ({ method, responses }: Operation): Response | undefined =>
  method === 'PUT' ? responses.find(({ status }) => /^20[04]$/.test(status)) : undefined

function listRole({ document, draft, hints }: RoleContext, route: Route): ResourceOperation | string {
  const body = responseSchema(route.operation)
  const list = body && findList(document, body, { ...hints, record: draft.item ?? draft.record })
  if (list) return operationAs(route, 'list', { responsePath: list.path })
  return body ? 'Its response is not a list of objects.' : noJsonReason(route.operation)
}

function readRole({ document, hints }: RoleContext, route: Route): ResourceOperation | string {
  const body = responseSchema(route.operation)
  const record = body && findRecord(document, body, hints)
  if (record) return operationAs(route, 'read', { responsePath: record.path })
  return body ? 'Its response is not an object.' : noJsonReason(route.operation)
}

function createRole(context: RoleContext, route: Route, hasItems: boolean): ResourceOperation | string {
  const { document, draft, hints } = context
  const request = requestSchema(route.operation)
  if (request && isArraySchema(document, request)) return 'Its body holds several records.'
  const sent = sentRecord(context, route.operation)
  const response = successResponse(route.operation, true)
  const answer = jsonContent(response?.content ?? [])?.schema
  const isListAsked = request !== undefined && findList(document, request, hints) !== undefined
  const part = answer && findRecord(document, answer, { ...hints, isListed: hasItems && !isListAsked })
  const answered = part && !areExclusive(document, part.schema, draft.record) ? part : undefined
  const isShown = answered !== undefined && showsRecord(context, answered)
  const created = operationAs(route, 'create', {
    requestPath: sent?.path ?? [],
    responsePath: isShown ? answered.path : undefined,
  })
  if (sent && isListed(context, sent, answer)) return created
  if (!hasItems) return isShown ? created : 'Its response is not a record of the list.'
  const isIdKnown =
    (answered !== undefined && holdsId(context, answered)) ||
    respondsWithId(context, response) ||
    (sent !== undefined && clientChoosesId(document, sent.schema, draft.identity))
  return isIdKnown ? created : 'Its response has no id by which to read what it creates.'
}

/** Whether the response to a create shows the record, and not the work that creates it. */
function showsRecord(context: RoleContext, part: BodyPart): boolean {
  const { document, draft } = context
  const isDone = (schema: SchemaNode): boolean => possiblePropertiesOf(document, schema).has('done')
  if (isDone(part.schema) && !isDone(draft.record)) return false
  return holdsId(context, part) || isSimilar(document, part.schema, draft.record)
}

/** Whether the response to a create tells the id otherwise than in a record: in Location, alone, or under the name of the parameter. */
function respondsWithId({ document, hints }: RoleContext, response: Response | undefined): boolean {
  const content = jsonContent(response?.content ?? [])
  const hasLocation = response?.headers.some(({ name }) => normalizeName(name) === 'location') === true
  if (hasLocation || !content) return hasLocation
  const { idParameter } = hints
  const hasNamedId =
    content.schema !== undefined &&
    idParameter !== undefined &&
    pathToId(document, content.schema, idParameter) !== undefined
  return hasNamedId || mayBeBareId(document, content)
}

/** Whether what is sent is a record like those listed. The response may then be anything but a list: `{message: 'Created.'}`. */
function isListed(context: RoleContext, sent: BodyPart, answer: SchemaNode | undefined): boolean {
  const { document, draft, hints } = context
  if (!draft.item || !couldBeRecord(document, sent.schema, draft.record)) return false
  return !answer || !findList(document, answer, { ...hints, record: draft.item })
}

function writeRole(context: RoleContext, route: Route): ResourceOperation | string {
  const { document, draft } = context
  const sent = sentRecord(context, route.operation)
  const responsePath = recordInResponse(context, route.operation)?.path
  // What clients send may be flat where records are nested: `{"data": {"title": …}}`.
  const flat = flattenSchema(document, nestingOf(document, draft.record), draft.record)
  if (sent && [draft.record, flat].some((record) => overlaps(document, sent.schema, record))) {
    const isWhole =
      route.operation.method === 'PUT' &&
      !saysPartial(route.operation) &&
      (resetsOmitted(route.operation) || isWholeRecord(context, sent.schema))
    return operationAs(route, isWhole ? 'replace' : 'update', { requestPath: sent.path, responsePath })
  }
  const isPut = route.operation.method === 'PUT'
  if (isPut && sendsFile(route.operation)) return operationAs(route, 'update', { responsePath })
  if (responsePath !== undefined && !isPut) return operationAs(route, 'action', { responsePath })
  return sent ? 'Its body has no property of the record.' : 'It has no body to change the record with.'
}

/** Whether a request body is neither a record nor a form. */
const sendsFile = ({ requestBody }: Operation): boolean =>
  requestBody?.content.every(({ type }) => !/json|xml|form|text|\*/i.test(type)) === true

/** The record in a request body, whether in an envelope or not. */
function sentRecord({ document, hints }: RoleContext, operation: Operation): BodyPart | undefined {
  const request = requestSchema(operation)
  return request && findRecord(document, request, hints)
}

/** The record in a response, if a stored record is valid there: nothing is required that records do not have. */
export function recordInResponse(
  { document, draft, hints }: RoleContext,
  operation: Operation,
): BodyPart | undefined {
  const body = responseSchema(operation)
  const part = body && findRecord(document, body, hints)
  if (part === undefined || !isSimilar(document, part.schema, draft.record)) return undefined
  if (isSameSchema(document, part.schema, draft.record)) return part
  if (areExclusive(document, part.schema, draft.record)) return undefined
  // `{id, deleted: true}` resembles a record, but is a confirmation.
  if (operation.method === 'DELETE') return undefined
  const known = possiblePropertiesOf(document, draft.record)
  return [...requiredOf(document, part.schema)].every((name) => known.has(name)) ? part : undefined
}

function holdsId({ document, draft }: RoleContext, part: BodyPart): boolean {
  const { property } = draft.identity
  return property !== undefined && possiblePropertiesOf(document, part.schema).has(property)
}

/** Whether the body of a create has the record's id: it is required, or it is a name rather than a generated id. */
export function clientChoosesId(
  document: Document,
  sent: SchemaNode,
  { property = '', type }: Draft['identity'],
): boolean {
  if (!possiblePropertiesOf(document, sent).has(property)) return false
  return requiredOf(document, sent).has(property) || (type === 'string' && normalizeName(property) !== 'id')
}

/**
 * The role of a PUT or PATCH at a collection's path, whose body names the record. If the id is optional, the response has no record
 * and items have the same method at their own path, it changes any number of records instead: `PATCH /todos?where=…`.
 */
function collectionWriteRole(
  context: RoleContext,
  route: Route,
  items: readonly Route[],
): ResourceOperation | string {
  const sent = sentRecord(context, route.operation)
  if (!sent || !holdsId(context, sent)) return 'Its body does not say which record it changes.'
  const role = writeRole(context, route)
  const requiresId = requiredOf(context.document, sent.schema).has(context.draft.identity.property ?? '')
  const changesMany =
    !requiresId &&
    typeof role === 'object' &&
    role.responsePath === undefined &&
    responseSchema(route.operation)
  return changesMany && items.some(({ operation }) => operation.method === route.operation.method)
    ? 'It changes any number of records, and responds with none.'
    : role
}

function overlaps(document: Document, sent: SchemaNode, record: SchemaNode): boolean {
  const known = possiblePropertiesOf(document, record)
  const properties = possiblePropertiesOf(document, sent)
  const names = [...properties.keys()]
  const isAlike =
    names.some((name) => known.has(name) && name !== '_links') || spellingsOf(properties, known) !== undefined
  return isAlike || (names.length === 0 && known.size === 0)
}

/** Whether a body can hold a whole record: all properties that records require, except the id and those that are readOnly. */
function isWholeRecord(context: RoleContext, sent: SchemaNode): boolean {
  const { document, draft } = context
  const known = possiblePropertiesOf(document, draft.record)
  const names = possiblePropertiesOf(document, sent)
  const required = [...requiredOf(document, draft.record)].filter((name) => {
    const schema = known.get(name)
    const isReadOnly = schema && hasFlag(document, schema, 'readOnly')
    return name !== draft.identity.property && !isReadOnly
  })
  const hasAll =
    required.length > 0
      ? required.every((name) => names.has(name))
      : known.size + names.size === 0 || isSimilar(document, sent, draft.record)
  return hasAll || isAsCreated(context, sent)
}

/** Whether what is sent has all that a creation sends, and must have what that must have: servers add the rest of the record. */
function isAsCreated(context: RoleContext, sent: SchemaNode): boolean {
  const { document, draft } = context
  const id = draft.operations.find(({ role }) => role === 'create')?.operationId
  const creation = id === undefined ? undefined : draft.routes.get(id)?.operation
  const created = creation && sentRecord(context, creation)?.schema
  if (!created) return false
  const [names, needed] = [possiblePropertiesOf(document, sent), requiredOf(document, sent)]
  const all = possiblePropertiesOf(document, created)
  // Some documents require names that they do not describe.
  const required = [...requiredOf(document, created)].filter((name) => all.has(name))
  return (
    required.length > 0 &&
    [...all.keys()].every((name) => names.has(name)) &&
    required.every((name) => needed.has(name))
  )
}
