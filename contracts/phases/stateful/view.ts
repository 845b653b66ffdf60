import { withoutHidden } from '../../../spec/hidden.ts'
import { header } from '../../../spec/http.ts'
import { isJsonObject, memberAt, type Json, type JsonObject } from '../../../spec/json.ts'
import type { MediaType, Pointer, SchemaNode } from '../../../spec/document.ts'
import { itemOf, possiblePropertiesOf, requiredOf } from '../../../spec/refs.ts'
import type { Resource, ResourceOperation } from '../../../spec/resources.ts'
import { pointerTokens, resolvePointer } from '../../../spec/pointer.ts'
import { isJson, isSuccess, jsonOf, type Answer } from '../../answer.ts'
import {
  bodySchema,
  itemShownBy,
  operationFor,
  recordProperties,
  referredBy,
  writableProperties,
  type Api,
  type RoleOperation,
} from '../../api.ts'
import { carried } from '../../requests/carried.ts'
import { statesOf } from '../../requests/recipes.ts'
import type { ReadBackEvidence } from '../../checks/created-readable.ts'
import { differences } from '../../records/compare.ts'
import { isTrusted, type Context } from '../../context.ts'
import { withValueAt, type Binding, type Draft, type Fixture, bindTo, plainDraft } from '../../draft.ts'
import type { Lane } from '../../records/lane.ts'
import { identityIn, isChosen, strangeTo, takesInPath } from '../../records/identity.ts'
import { keywordsOf } from '../../keywords.ts'
import { largestPage, walk, type Listing } from '../../records/lists.ts'
import { parameterNames } from '../../../spec/path-template.ts'
import { isSecretName } from '../../findings/redact.ts'
import { narrowedTo } from './narrowed.ts'
import { idIn, recordIn, sameId } from '../../records/records.ts'

export interface Seen {
  readonly answer: Answer
  readonly record: JsonObject | undefined
}

/** The record as its own URL gives it; undefined when nothing can be concluded from what it gives. */
export async function readItem(context: Context, resource: Resource, of: Fixture): Promise<Seen | undefined> {
  const read = operationFor(context.api, resource, 'read')
  if (!read || !isTrusted(context.run, read.operation)) return undefined
  const draft = itemDraft(read, of)
  const names = parameterNames(read.operation.path)
  const isTaken = names
    .slice(of.key.length)
    .every((name) => takesInPath(context.api, read.operation, name, draft.path[name] ?? null))
  if (!isTaken || strangeTo(context.api, read.operation, names, of) !== undefined) return undefined
  const answer = await context.send(draft, 'valid')
  if (context.run.retired.has(read.operation.id)) return undefined
  if (!isSuccess(answer.status)) return { answer, record: undefined }
  const record = isSound(answer, read.role) ? recordIn(answer, read.role) : undefined
  return record && { answer, record }
}

/**
 * Whether the content is as declared: what is not has been reported, and nothing more is concluded from it. Null where the
 * document does not allow it is what many servers have for nothing, and what is wrong in one property of a record, or is more
 * than was asked for, is wrong by itself: the rest can be relied on.
 */
const isSound = (answer: Answer, role: ResourceOperation): boolean =>
  answer.issues.every(({ in: place, keyword, path }) =>
    place === 'body'
      ? keyword === 'additionalProperties' ||
        isInProperty(role, path) ||
        resolvePointer(jsonOf(answer), path) === null
      : keyword !== 'content-type',
  )

function isInProperty({ role, responsePath }: ResourceOperation, path: Pointer): boolean {
  if (responsePath === undefined) return false
  const tokens = pointerTokens(path)
  const deep = responsePath.length + (role === 'list' ? 1 : 0)
  return tokens.length > deep && responsePath.every((token, index) => tokens[index] === token)
}

/** A request of an operation on one record, without a body. What else its path wants, it was made with. */
export function itemDraft({ operation }: RoleOperation, of: Fixture): Draft {
  const names = parameterNames(operation.path)
  const bound = bindTo(of, names.slice(0, of.key.length))
  const made = of.creation?.draft.path ?? {}
  const rest = names.slice(of.key.length).filter((name) => Object.hasOwn(made, name))
  const path = { ...Object.fromEntries(rest.map((name) => [name, made[name] ?? null])), ...bound.path }
  return plainDraft(operation, { ...bound, path })
}

/** A request that changes one property; where the content alone says of which record, it does. */
export function changeDraft(
  { api }: Context,
  update: RoleOperation,
  of: Fixture,
  mediaType: MediaType,
  change: JsonObject,
): Draft {
  const draft = itemDraft(update, of)
  const place = identityIn(api, update.operation)
  const named = place?.isTarget === true ? withValueAt(change, place.pointer, of.id) : undefined
  if (!place || named === undefined) return { ...draft, body: { kind: 'value', mediaType, value: change } }
  const binding: Binding = { in: 'body', at: place.pointer, fixture: of }
  const bindings = [...draft.bindings, binding]
  return { ...draft, bindings, body: { kind: 'value', mediaType, value: named } }
}

export interface Listed {
  readonly list: RoleOperation
  readonly listing: Listing
  readonly item: JsonObject | undefined
  /** The resource with its records as the list shows them. */
  readonly as: Resource
  readonly answer: Answer
}

export interface Looking {
  /** Reads the list by another URL where it can, to get round what is kept of the usual one. */
  readonly another?: boolean
  /** The resource's own list when not given. */
  readonly list?: RoleOperation | undefined
}

/** The record as the list gives it. Undefined when the list cannot be read whole. */
export async function findListed(
  context: Context,
  lane: Lane,
  resource: Resource,
  of: Fixture,
  { another = false, list = operationFor(context.api, resource, 'list') }: Looking = {},
): Promise<Listed | undefined> {
  if (!list || !isTrusted(context.run, list.operation)) return undefined
  const accepted = await lane.control(context, list.operation)
  if (!accepted.answer || !isSuccess(accepted.answer.status)) return undefined
  const size = largestPage(context.api, resource, list)
  const scoped = inScope(context.api, accepted.answer.draft, list, of)
  const { draft: start, isUnclear } = narrowedTo(context, resource, list, scoped, of.record)
  const listing = await walk(
    context,
    resource,
    list,
    start,
    {},
    another && size !== undefined && size > 7 ? size - 7 : size,
  )
  const answer = listing?.answers.at(-1)
  if (!listing?.complete || !answer || !listing.answers.every((each) => isSound(each, list.role)))
    return undefined
  const item = listing.items.find((each) => sameId(idIn(each, resource), of.id))
  const isNameless =
    listing.items.length > 0 && listing.items.every((each) => idIn(each, resource) === undefined)
  const as = { ...resource, record: itemShownBy(context.api, list) ?? resource.record }
  return !item && (isUnclear || isNameless)
    ? undefined
    : { list, listing, answer, item: item && legible(context.api, as, answer, item), as }
}

/** Of an item in XML what its schema tells of: of another element nobody knows whether it is a text, a number or a list. */
function legible(api: Api, as: Resource, { exchange }: Answer, item: JsonObject): JsonObject {
  if (isJson(header(exchange.response.headers, 'content-type'))) return item
  const told = recordProperties(api, as)
  return Object.fromEntries(Object.entries(item).filter(([name]) => told.has(name)))
}

/** The list that the record is in, when there is one for each parent. */
function inScope(api: Api, draft: Draft, list: RoleOperation, of: Fixture): Draft {
  const { scope, within } = list.role
  const parents = of.key.length > scope.length ? of.key : parentsOf(api, of)
  const owners = within.flatMap(({ parameter, property }) => {
    const owner = of.record?.[property]
    return typeof owner === 'object' || owner === undefined ? [] : [[parameter, owner] as const]
  })
  const above = scope.map((name, index) => [name, parents[index] ?? draft.path[name] ?? null] as const)
  const values = [...above, ...owners]
  return values.length === 0 ? draft : { ...draft, path: { ...draft.path, ...Object.fromEntries(values) } }
}

/** Of a record whose own path does not lead through its parents: those it was made below. */
function parentsOf(api: Api, { creation }: Fixture): readonly (Json | undefined)[] {
  const role = creation && api.model.roles.get(creation.draft.operation.id)?.operation
  return role?.scope.map((name) => creation?.draft.path[name]) ?? []
}

/** What a request says of a record. */
function saidOf({ requestPath }: ResourceOperation, { body }: Draft): JsonObject {
  const said = body?.kind === 'value' ? memberAt(carried(body.mediaType, body.value), requestPath) : undefined
  return isJsonObject(said) ? said : {}
}

/** What a request sent of a record, as far as the document says that the record has it and that it can be read. */
export function sentRecord(api: Api, resource: Resource, role: ResourceOperation, draft: Draft): JsonObject {
  const said = saidOf(role, draft)
  const sent = withoutHidden(api.document, resource.record, said)
  const isReadable = readable(api, resource)
  // What the path says as well is as the path says.
  const isKept = (name: string): boolean =>
    name === resource.idProperty
      ? isChosen(api, resource, { role, operation: draft.operation }, said[name] ?? null)
      : !Object.hasOwn(draft.path, name)
  // Null for what a record cannot have null asks for the server's own value.
  const isDefault = (name: string, value: Json): boolean =>
    value === null && role.role === 'create' && !isPossible(api, resource, name, value)
  return Object.fromEntries(
    Object.entries(sent).filter(
      ([name, value]) =>
        isReadable(name) &&
        isKept(name) &&
        !isReadOnly(api, resource, role, draft, name) &&
        !isDefault(name, value),
    ),
  )
}

/** Whether a record's property may have that value. */
function isPossible(api: Api, resource: Resource, name: string, value: Json): boolean {
  const node = recordProperties(api, resource).get(name)
  return node !== undefined && api.validator.of(node, 'response').accepts(value)
}

/**
 * What was sent, but for what cannot come back as it was: the record as it was read has something else there, and its
 * schema has no room for the value, as for the name of a location where it shows the location.
 */
function comparable(
  api: Api,
  resource: Resource,
  sent: JsonObject,
  record: JsonObject | undefined,
): JsonObject {
  if (record === undefined) return sent
  if (api.supposed.has(resource.name)) return alike(sent, record)
  const different = new Set(differences(sent, record).map(({ property }) => property))
  if (different.size === 0) return sent
  const isWholePossible = api.validator.of(resource.record, 'response').accepts({ ...record, ...sent })
  // What came instead is told where it came, if the document has no room for it.
  const isTold = (name: string): boolean =>
    record[name] !== undefined && record[name] !== null && !isPossible(api, resource, name, record[name])
  const isComparable = (name: string, value: Json): boolean =>
    // Null takes a property away, whatever the schema says of the ones that are there.
    value === null || (!isTold(name) && (isWholePossible || isPossible(api, resource, name, value)))
  return Object.fromEntries(
    Object.entries(sent).filter(([name, value]) => !different.has(name) || isComparable(name, value)),
  )
}

/**
 * Of records that no answer describes, what came back as it could: a plain value where another of its kind is. Nothing,
 * where hardly a property of what was sent is there: it is something else that was read, such as an envelope.
 */
function alike(sent: JsonObject, record: JsonObject): JsonObject {
  const names = Object.keys(sent)
  if (names.filter((name) => Object.hasOwn(record, name)).length < names.length / 2) return {}
  return Object.fromEntries(
    Object.entries(sent).filter(
      ([name, value]) =>
        typeof value !== 'object' && typeof value === typeof record[name] && !isSecretName(name),
    ),
  )
}

/** Whether a record has a property, and shows it. */
export function readable(api: Api, resource: Resource): (property: string) => boolean {
  const properties = recordProperties(api, resource)
  const isUnasked = isShownIfAsked(api, resource)
  return (name) => {
    const node = properties.get(name)
    return node !== undefined && keywordsOf(api, node).get('writeOnly') !== true && !isUnasked(name)
  }
}

/** Whether a property, such as the record that it names, is shown to whom asks for it: by `?expand=owner`. */
function isShownIfAsked(api: Api, resource: Resource): (property: string) => boolean {
  const [create, read] = (['create', 'read'] as const).map(
    (role) => operationFor(api, resource, role)?.operation,
  )
  const asking = (read?.parameters ?? []).filter(
    ({ in: place, name }) => place === 'query' && /^\$?(?:expand|include|embed|populate)/i.test(name),
  )
  if (!create || asking.length === 0) return () => false
  const offered = new Set(
    asking.flatMap(({ schema }) => (schema && statesOf(api, itemOf(api.document, schema))) ?? []),
  )
  const required = requiredOf(api.document, resource.record)
  return (name) => !required.has(name) && (offered.has(name) || referredBy(api, create, name) !== undefined)
}

/** Whether the schema of the request or of the record says so: a server may then leave aside what is sent. */
function isReadOnly(
  api: Api,
  resource: Resource,
  role: ResourceOperation,
  draft: Draft,
  name: string,
): boolean {
  const schema = role.requestPath.length === 0 ? bodySchema(draft.operation) : undefined
  const sent = schema && possiblePropertiesOf(api.document, schema).get(name)
  return isAssigned(api, sent) || isAssigned(api, recordProperties(api, resource).get(name))
}

const isAssigned = (api: Api, node: SchemaNode | undefined): boolean =>
  node !== undefined && keywordsOf(api, node).get('readOnly') === true

/** The properties that clients write and that a request did not send, as they are; but for the record's read-only ones. */
export function untouchedBy(
  api: Api,
  resource: Resource,
  role: ResourceOperation,
  draft: Draft,
  before: JsonObject | undefined,
): JsonObject {
  const said = saidOf(role, draft)
  const writable = writableProperties(api, resource)
  const isReadable = readable(api, resource)
  const properties = recordProperties(api, resource)
  return Object.fromEntries(
    Object.entries(before ?? {}).filter(
      ([name]) =>
        writable.has(name) &&
        isReadable(name) &&
        !isAssigned(api, properties.get(name)) &&
        !Object.hasOwn(said, name),
    ),
  )
}

/** Whether a record is as it was sent, as far as it can be. */
export function isAsSent(
  api: Api,
  resource: Resource,
  sent: JsonObject,
  record: JsonObject | undefined,
): boolean {
  if (record === undefined) return false
  const found = differences(sent, record, readable(api, resource))
  if (found.length === 0) return true
  const due = comparable(api, resource, sent, record)
  return found.every(({ property }) => !Object.hasOwn(due, property))
}

/** What a list is to show of what was sent: it may show less than the record has, and say less of it. */
export function dueInList(
  api: Api,
  resource: Resource,
  sent: JsonObject,
  { as, item }: Pick<Listed, 'as' | 'item'>,
): JsonObject {
  return comparable(api, as, comparable(api, resource, sent, item), item)
}

/** What a read that followed shows of what was sent. */
export function readBack(
  api: Api,
  resource: Resource,
  sent: JsonObject,
  { answer, record }: Seen,
): ReadBackEvidence {
  return {
    sent: comparable(api, resource, sent, record),
    status: answer.status,
    record,
    isDeclared: readable(api, resource),
  }
}
