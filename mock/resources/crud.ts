import { responseFor, type Document, type Operation } from '../../spec/document.ts'
import { isJsonObject, type Json, type JsonObject } from '../../spec/json.ts'
import { encodeParameters } from '../../spec/parameters.ts'
import { possiblePropertiesOf, resolveRef } from '../../spec/refs.ts'
import type { SchemaNode } from '../../spec/document.ts'
import type { Resource, ResourceModel, ResourceOperation } from '../../spec/resources.ts'
import type { Validator } from '../../spec/validate.ts'
import {
  ok,
  refuse,
  type Behaviour,
  type BehaviourContext,
  type MaybePromise,
  type Outcome,
} from '../behaviour.ts'
import type { Fake } from '../data/fake.ts'
import { createComposer, type Composer } from './compose.ts'
import {
  createIdMaker,
  declares,
  idOf,
  missingParent,
  notFound,
  scopeOf,
  sentRecord,
  targetOf,
  theOnly,
  type IdMaker,
} from './identity.ts'
import { listHeaders, listMembers, queryOf } from './list.ts'
import { after } from './maybe.ts'
import { createPresenter, type Presenter } from './present.ts'
import type { Collection, Id, Transaction } from './store.ts'

export interface CrudOptions {
  readonly document: Document
  /** Every operation of the document: a record must suit all the responses that carry it. */
  readonly operations: readonly Operation[]
  readonly model: ResourceModel
  readonly validator: Validator
  readonly fake: Fake
}

/** One of `model.roles`. */
export interface RoleEntry {
  readonly resource: Resource
  readonly operation: ResourceOperation
}

/** What one operation on a resource needs and no request changes. */
interface Desk extends RoleEntry {
  readonly options: CrudOptions
  readonly declared: Operation
  readonly presenter: Presenter | undefined
  readonly compose: Composer
  readonly newId: IdMaker
  /** The schema of the record in the request's body. */
  readonly accepted: SchemaNode | undefined
}

type Act = (
  desk: Desk,
  context: BehaviourContext,
  collection: Collection,
  scope: readonly Id[],
) => MaybePromise<Outcome>

/**
 * What an operation does because of its role. Where the response does not carry the record, the behaviour changes the
 * store and leaves the answer to `next`, which is expected to answer from an example or generate one.
 */
export function createCrud(options: CrudOptions): (entry: RoleEntry) => Behaviour {
  return (entry) => {
    const { resource, operation } = entry
    const desk = deskOf(options, entry)
    if (!desk) return ({ next }) => next()
    const act = acts[operation.role]
    return (context) => {
      const scope = scopeOf(operation, context.request)
      return after(
        missingParent(options, resource, scope, context.store),
        (missing) => missing ?? act(desk, context, context.store.collection(resource.name, scope), scope),
      )
    }
  }
}

function deskOf(options: CrudOptions, entry: RoleEntry): Desk | undefined {
  const { resource, operation } = entry
  const declared = options.operations.find(({ id }) => id === operation.operationId)
  if (!declared) return undefined
  return {
    ...entry,
    options,
    declared,
    presenter: createPresenter(options, operation),
    compose: createComposer(options, resource),
    newId: createIdMaker(options, resource),
    accepted: acceptedBy(options.document, declared, operation),
  }
}

function acceptedBy(
  document: Document,
  declared: Operation,
  { requestPath }: ResourceOperation,
): SchemaNode | undefined {
  const body = declared.requestBody?.content.find(({ schema }) => schema)?.schema
  return requestPath.reduce<SchemaNode | undefined>(
    (node, name) => node && possiblePropertiesOf(document, node).get(name),
    body,
  )
}

const list: Act = (desk, context, collection) => {
  const { resource, operation, declared, presenter } = desk
  const query = queryOf(resource, operation, context.request)
  const { limit } = query
  const asked = {
    offset: query.offset,
    ...(limit !== undefined && { limit }),
    ...(query.where && { where: query.where }),
  }
  return after(collection.list(asked), (page) => {
    if (!presenter) return context.next()
    const headers = listHeaders(resource, declared, context.request, query, page)
    const members =
      (operation.responsePath ?? []).length === 0
        ? []
        : listMembers(resource, operation, declared, context.request, query, page)
    return after(presenter.many(page.items, members), (body) =>
      body === undefined ? context.next() : ok(operation.status, body, headers),
    )
  })
}

const read: Act = (desk, context, collection, scope) => {
  const id = targetOf(desk.resource, desk.operation, context.request)
  if (id === undefined) return context.next()
  return after(existing(desk, context, collection, scope, id), (record) =>
    record ? present(desk, context, record) : notFound(desk.resource, id),
  )
}

const create: Act = async (desk, context, collection, scope) => {
  const { resource, operation, declared, compose, newId, accepted } = desk
  const sent = sentRecord(operation, context.request) ?? {}
  const chosen = chosenId(desk, sent)
  if (chosen !== undefined && declares(declared, 409) && (await collection.get(chosen))) {
    return refuse(409, 'already_exists', `There is already a record ${String(chosen)}.`)
  }
  const id = resource.kind === 'singleton' ? theOnly : (chosen ?? (await newId(collection, scope)))
  const fixed = Object.fromEntries(
    operation.within.map(({ parameter, property }) => [property, context.request.path[parameter] ?? null]),
  )
  const record = await compose({
    id,
    scope,
    sent,
    fixed,
    ...(accepted && { accepted }),
    now: context.now(),
    store: context.store,
  })
  await collection.put(id, record)
  return present(
    desk,
    context,
    record,
    operation.status === 201 ? location(desk, context, scope, id) : undefined,
  )
}

/** An id that the document lets clients choose. */
function chosenId({ resource, accepted, options: { document } }: Desk, sent: JsonObject): Id | undefined {
  const { idProperty } = resource
  if (idProperty === undefined || !accepted) return undefined
  const node = possiblePropertiesOf(document, accepted).get(idProperty)
  if (!node) return undefined
  const { schema } = resolveRef(document, node)
  if (typeof schema === 'object' && schema['readOnly'] === true) return undefined
  return idOf(sent[idProperty])
}

const replace: Act = async (desk, context, collection, scope) => {
  const { operation, declared, compose, accepted } = desk
  const id = targetOf(desk.resource, operation, context.request)
  if (id === undefined) return context.next()
  const before = await existing(desk, context, collection, scope, id)
  if (!before && !declares(declared, 201)) return notFound(desk.resource, id)
  const sent = sentRecord(operation, context.request)
  if (!sent) return context.next()
  const record = await compose({
    id,
    scope,
    sent,
    ...(before && { before }),
    ...(accepted && { accepted }),
    now: context.now(),
    store: context.store,
  })
  await collection.put(id, record)
  return before
    ? present(desk, context, record)
    : present(desk, context, record, location(desk, context, scope, id), 201)
}

const update: Act = async (desk, context, collection, scope) => {
  const { operation, compose, accepted } = desk
  const id = targetOf(desk.resource, operation, context.request)
  if (id === undefined) return context.next()
  const before = await existing(desk, context, collection, scope, id)
  if (!before) return notFound(desk.resource, id)
  const patch = sentRecord(operation, context.request)
  if (!patch) return present(desk, context, before)
  const merged = mergePatch(before, patch)
  const names = Object.keys(patch)
  const sent = Object.fromEntries(
    names.flatMap((name) => (Object.hasOwn(merged, name) ? [[name, merged[name] as Json]] : [])),
  )
  const left = Object.fromEntries(Object.entries(before).filter(([name]) => !names.includes(name)))
  const record = await compose({
    id,
    scope,
    sent,
    before: left,
    isPartial: true,
    ...(accepted && { accepted }),
    now: context.now(),
    store: context.store,
  })
  await collection.put(id, record)
  return present(desk, context, record)
}

const remove: Act = async (desk, context, collection, scope) => {
  const id = targetOf(desk.resource, desk.operation, context.request)
  if (id === undefined) return context.next()
  const record = await existing(desk, context, collection, scope, id)
  if (!record) return notFound(desk.resource, id)
  await collection.remove(id)
  if (!desk.resource.discoverable || desk.resource.kind === 'singleton')
    await graves(desk.resource, context.store, scope).put(id, {})
  return present(desk, context, record)
}

const action: Act = (desk, context, collection, scope) => {
  const id = targetOf(desk.resource, desk.operation, context.request)
  if (id === undefined) return context.next()
  return after(existing(desk, context, collection, scope, id), (record) =>
    record ? present(desk, context, record) : notFound(desk.resource, id),
  )
}

const acts: Readonly<Record<ResourceOperation['role'], Act>> = {
  list,
  create,
  read,
  replace,
  update,
  delete: remove,
  action,
}

/**
 * The record, or, where clients cannot know which exist, the one that any id stands for until it is deleted. A singleton
 * is there from the start.
 */
function existing(
  desk: Desk,
  context: BehaviourContext,
  collection: Collection,
  scope: readonly Id[],
  id: Id,
): MaybePromise<JsonObject | undefined> {
  return after(collection.get(id), (record) => {
    if (record || (desk.resource.discoverable && desk.resource.kind === 'collection')) return record
    return after(graves(desk.resource, context.store, scope).get(id), (deleted) =>
      deleted ? undefined : desk.compose({ id, scope, now: context.now(), store: context.store }),
    )
  })
}

/** Ids deleted from a resource whose every id is taken to exist. */
const graves = ({ name }: Resource, store: Transaction, scope: readonly Id[]): Collection =>
  store.collection(`${name} (deleted)`, scope)

/** The answer that carries the record, as far as the operation's answer can. */
function present(
  { operation, declared, presenter }: Desk,
  { next }: BehaviourContext,
  record: JsonObject,
  at?: string,
  status: number = operation.status,
): MaybePromise<Outcome> {
  const headers = at === undefined ? undefined : { Location: at }
  if ((responseFor(declared, status)?.content ?? []).length === 0) return ok(status, undefined, headers)
  const answer = presenter ? presenter.one(record) : undefined
  return after(answer, (body) => (body === undefined ? next() : ok(status, body, headers)))
}

function location(
  { resource, options }: Desk,
  { request }: BehaviourContext,
  scope: readonly Id[],
  id: Id,
): string | undefined {
  const item = resource.operations.find(({ idParameter }) => idParameter !== undefined)
  const operation = options.operations.find(({ id: name }) => name === item?.operationId)
  if (!item || !operation || item.idParameter === undefined) return undefined
  const scoped = Object.fromEntries(item.scope.map((name, index) => [name, scope[index] ?? '']))
  return encodeParameters(operation.path, operation.parameters, {
    path: { ...request.path, ...scoped, [item.idParameter]: id },
  }).path
}

/** RFC 7396: members replace, objects merge, null deletes. */
export function mergePatch(target: Json, patch: Json): JsonObject {
  const result: Record<string, Json> = isJsonObject(target) ? { ...target } : {}
  if (!isJsonObject(patch)) return result
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) delete result[name]
    else
      Object.defineProperty(result, name, {
        value: isJsonObject(value) ? mergePatch(result[name] ?? null, value) : value,
        enumerable: true,
        configurable: true,
        writable: true,
      })
  }
  return result
}
