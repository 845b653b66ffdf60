import type { MediaType, Pointer } from '../../spec/document.ts'
import { header } from '../../spec/http.ts'
import { memberAt, type Json, type JsonObject } from '../../spec/json.ts'
import { pointerTokens, resolvePointer } from '../../spec/json/pointer.ts'
import type { Resource, ResourceOperation } from '../../spec/resources.ts'
import { parameterNames } from '../../spec/routing/path-template.ts'
import { isJson, isSuccess, jsonOf } from '../answer.ts'
import { idIn, recordIn, sameId } from '../answers/answer-records.ts'
import { itemShownBy, operationFor, recordProperties, type Api, type RoleOperation } from '../api/api.ts'
import { isTrusted, type Context } from '../context.ts'
import { itemDraft, withValueAt } from '../draft.ts'
import type { Answer, Binding, Draft, Fixture } from '../interaction.ts'
import { withVersion } from '../requests/current-version.ts'
import { identityIn, idRefusedByPath, isAcceptedInPath } from './identity.ts'
import { withFiltersFor } from './list-filters.ts'
import { largestPage, readPages, type Listing } from './lists.ts'

export interface ReadResult {
  readonly answer: Answer
  readonly record: JsonObject | undefined
  /** The resource with its records as the list shows them that this one was found in. */
  readonly as?: Resource
}

/**
 * Reads the record by its own URL; undefined if nothing can be concluded from the response.
 * @param fields header fields of the request
 */
export async function readItem(
  context: Context,
  resource: Resource,
  of: Fixture,
  fields?: Draft['fields'],
): Promise<ReadResult | undefined> {
  const read = operationFor(context.api, resource, 'read')
  if (!read || !isTrusted(context.run, read.operation)) return undefined
  const draft = itemDraft(read, of)
  const names = parameterNames(read.operation.path)
  const isTaken = names
    .slice(of.key.length)
    .every((name) => isAcceptedInPath(context.api, read.operation, name, draft.path[name] ?? null))
  if (!isTaken || idRefusedByPath(context.api, read.operation, names, of) !== undefined) return undefined
  const answer = await context.send(fields ? { ...draft, fields } : draft, 'valid')
  if (context.run.retired.has(read.operation.id)) return undefined
  if (!isSuccess(answer.status)) return { answer, record: undefined }
  const record = isSound(answer, read.role) ? recordIn(answer, read.role) : undefined
  return record && { answer, record }
}

/**
 * Whether the content conforms to the document well enough to draw conclusions from it; violations have been reported.
 * Undeclared nulls, additional properties and violations within one property of a record do not invalidate the rest.
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

/** A request that changes one property; the body names the record if nothing else in the request does. */
export function changeDraft(
  { api }: Context,
  update: RoleOperation,
  of: Fixture,
  mediaType: MediaType,
  change: JsonObject,
): Draft {
  const { change: value, ...version } = withVersion(
    api,
    update.operation,
    mediaType.schema,
    of.record,
    change,
  )
  const draft = { ...itemDraft(update, of), ...version }
  const place = identityIn(api, update.operation)
  const named = place?.isTarget === true ? withValueAt(value, place.pointer, of.id) : undefined
  if (!place || named === undefined) return { ...draft, body: { kind: 'value', mediaType, value } }
  const binding: Binding = { in: 'body', at: place.pointer, fixture: of }
  const bindings = [...draft.bindings, binding]
  return { ...draft, bindings, body: { kind: 'value', mediaType, value: named } }
}

/** Reads the record by its own URL or, if it has none, in the list; undefined if nothing can be concluded from the response. */
export async function readOrFind(
  context: Context,
  resource: Resource,
  of: Fixture,
): Promise<ReadResult | undefined> {
  if (operationFor(context.api, resource, 'read')) return readItem(context, resource, of)
  const listed = await findInList(context, resource, of)
  return listed && { answer: listed.answer, record: listed.item, as: listed.as }
}

export interface ListedRecord {
  readonly list: RoleOperation
  readonly listing: Listing
  readonly item: JsonObject | undefined
  /** The resource with its records as the list shows them. */
  readonly as: Resource
  readonly answer: Answer
}

export interface FindOptions {
  /** Reads the list by another URL if possible, to bypass a cached response. */
  readonly another?: boolean
  /** The resource's own list when not given. */
  readonly list?: RoleOperation | undefined
  /** Additional query parameters. */
  readonly query?: JsonObject
}

/** Finds the record in the list; undefined if the list cannot be read completely. */
export async function findInList(
  context: Context,
  resource: Resource,
  of: Fixture,
  options: FindOptions = {},
): Promise<ListedRecord | undefined> {
  const { list = operationFor(context.api, resource, 'list'), query = {}, another = false } = options
  if (!list || !isTrusted(context.run, list.operation)) return undefined
  const accepted = await context.control(list.operation)
  if (!accepted.answer || !isSuccess(accepted.answer.status)) return undefined
  const start = inScope(context.api, accepted.answer.draft, list, of)
  const filtered = withFiltersFor({ context, resource, list, start }, of.record)
  const listing = await readPages(filtered, query, pageSize(context.api, resource, list, another))
  const answer = listing?.answers.at(-1)
  if (!listing?.complete || !answer || !listing.answers.every((each) => isSound(each, list.role)))
    return undefined
  const as = { ...resource, record: itemShownBy(context.api, list) ?? resource.record }
  const ids = listing.items.map((each) => idIn(each, resource))
  const item = listing.items[ids.findIndex((id) => sameId(id, of.id))]
  if (item) return { list, listing, answer, item: legible(context.api, as, answer, item), as }
  const isNameless = ids.length > 0 && ids.every((id) => id === undefined)
  return filtered.isUnclear || isNameless ? undefined : { list, listing, answer, item, as }
}

/** The largest page; a slightly smaller one makes another URL. */
function pageSize(api: Api, resource: Resource, list: RoleOperation, another: boolean): number | undefined {
  const size = largestPage(api, resource, list)
  return another && size !== undefined && size > 7 ? size - 7 : size
}

/** The declared properties of an XML item: the type of an undeclared element is unknown. */
function legible(api: Api, as: Resource, { exchange }: Answer, item: JsonObject): JsonObject {
  if (isJson(header(exchange.response.headers, 'content-type'))) return item
  const declared = recordProperties(api, as)
  return Object.fromEntries(Object.entries(item).filter(([name]) => declared.has(name)))
}

/** Sets the path of the list to the record's parents, if each parent has its own list. */
function inScope(api: Api, draft: Draft, list: RoleOperation, of: Fixture): Draft {
  const { scope, within } = list.role
  const parents = of.key.length > scope.length ? of.key : parentsOf(api, of)
  const owners = within.flatMap(({ parameter, property, idProperty }) => {
    const value = of.record?.[property]
    const shown = idProperty === undefined ? value : memberAt(value, [idProperty])
    const owner = shown ?? of.creation?.draft.path[parameter]
    return typeof owner === 'object' || owner === undefined ? [] : [[parameter, owner] as const]
  })
  const above = scope.map((name, index) => [name, parents[index] ?? draft.path[name] ?? null] as const)
  const values = [...above, ...owners]
  return values.length === 0 ? draft : { ...draft, path: { ...draft.path, ...Object.fromEntries(values) } }
}

/** The parents a record was created below, if its own path does not contain them. */
function parentsOf(api: Api, { creation }: Fixture): readonly (Json | undefined)[] {
  const role = creation && api.model.roles.get(creation.draft.operation.id)?.operation
  return role?.scope.map((name) => creation?.draft.path[name]) ?? []
}
