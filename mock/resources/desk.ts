import type { Operation, SchemaNode } from '../../spec/document.ts'
import { responseFor } from '../../spec/document.ts'
import type { JsonObject } from '../../spec/json.ts'
import { encodeParameters } from '../../spec/parameters.ts'
import type { Resource } from '../../spec/resources.ts'
import { ok, type BehaviourContext, type Ok, type Outcome } from '../behaviour.ts'
import { spread } from '../data/random.ts'
import type { Capacity } from './capacity.ts'
import type { Composer, Place } from './compose.ts'
import type { CrudOptions, RoleEntry } from './crud.ts'
import { resourceNamed } from './family.ts'
import { declares, idInPath, idOf } from './identity.ts'
import type { Ids } from './ids.ts'
import { after, type MaybePromise } from '../maybe-promise.ts'
import type { Others } from './others.ts'
import { isUrlSchema, type Presenter } from './present.ts'
import type { Collection, Id, Transaction } from '../store/store.ts'
import type { TellId } from './told-id.ts'

/** What one operation on a resource needs and no request changes. */
export interface Desk extends RoleEntry {
  readonly options: CrudOptions
  readonly declared: Operation
  /** The schema of the record in the request's body. */
  readonly accepted: SchemaNode | undefined
  /** Whether clients may say which id a new record has. */
  readonly choosesId: boolean
  /** Properties that every record must have. */
  readonly required: ReadonlySet<string>
  readonly presenter: Presenter | undefined
  readonly tellId: TellId | undefined
  readonly capacity: Capacity
  readonly composer: () => MaybePromise<Composer>
  readonly ids: Ids
  readonly locate: Locate | undefined
  /** Whether the document may say how records are listed where the query does not. */
  readonly mayBeOrdered: boolean
}

/** A request, and the records it is about. */
export interface Errand extends BehaviourContext {
  /** Ids of what contains the records, outermost first. */
  readonly scope: readonly Id[]
  readonly records: Collection
}

/** What one role does. */
export type Act = (desk: Desk, errand: Errand) => MaybePromise<Outcome>

/**
 * The record with that id. Where clients cannot know which there are, and for a singleton, one is there from the start,
 * until it is deleted.
 */
export function existing(desk: Desk, errand: Errand, id: Id): MaybePromise<JsonObject | undefined> {
  return after(errand.records.get(id), (record) => {
    if (record) return isWithin(desk, errand, record) ? record : undefined
    if (!isImplicit(desk.resource)) return undefined
    return after(graves(desk.resource, errand).get(id), (deleted) =>
      deleted ? undefined : after(desk.composer(), (composer) => composer.invent(placeOf(desk, errand, id))),
    )
  })
}

/** Whether the path reaches the record through what contains it: `/users/2/orders/7` only if order 7 is user 2's. */
function isWithin({ operation }: Desk, { request }: Errand, record: JsonObject): boolean {
  return operation.within.every(
    ({ parameter, property }) => String(idOf(record[property])) === String(idInPath(request, parameter)),
  )
}

/** Whether records are there from the start whose ids nobody was told. */
export function isImplicit({ discoverable, kind }: Resource): boolean {
  return !discoverable || kind === 'singleton'
}

/** Ids deleted from a resource whose every id is taken to exist. */
export function graves({ name }: Resource, { store, scope }: Errand): Collection {
  return store.collection(`${name} (deleted)`, scope)
}

/** Where a record with that id is, or comes to be. */
export function placeOf({ options }: Desk, { scope, store }: Errand, id: Id): Place {
  return { id, scope, others: othersIn(options, store) }
}

/** The records that are in the store. */
function othersIn({ model }: CrudOptions, store: Transaction): Others {
  return {
    refer: (name, text) => {
      const property = resourceNamed(model, name)?.idProperty
      const collection = store.collection(name)
      return after(collection.list({ limit: 0 }), ({ total }) =>
        total === 0 || property === undefined
          ? undefined
          : after(collection.list({ offset: spread(text, total), limit: 1 }), ({ items }) =>
              idOf(items[0]?.[property]),
            ),
      )
    },
    above: () => undefined,
    find: (name, id) => store.collection(name).get(id),
  }
}

/** The answer that carries the record, as far as the operation's answer can; `made` is the id of a new one. */
export function present(
  { resource, operation, declared, presenter, tellId, locate }: Desk,
  errand: Errand,
  record: JsonObject,
  status: number = operation.status,
  made?: Id,
): MaybePromise<Outcome> {
  const location = made === undefined ? undefined : locate?.(errand, made)
  const headers = location === undefined ? undefined : { Location: location }
  if ((responseFor(declared, status)?.content ?? []).length === 0) return ok(status, undefined, headers)
  return after(presenter?.one(record, made), (body) => {
    if (body === undefined)
      return after(errand.next(), (outcome) => located(tellId?.(outcome, record, made) ?? outcome, headers))
    const outcome = ok(status, body, headers)
    // A record that has no id may be shown with one.
    return resource.idProperty === undefined && tellId ? tellId(outcome, record, made) : outcome
  })
}

const located = (outcome: Outcome, headers: Ok['headers']): Outcome =>
  outcome.kind === 'ok' && headers ? { ...outcome, headers: { ...outcome.headers, ...headers } } : outcome

/** The path of a record with an id, for a request in its scope; its URL where the document has `Location` so. */
export type Locate = (errand: Errand, id: Id) => string

/**
 * By the operation that reads a record, else one that does something else with it; undefined when there is none, and where
 * what is made is not told to be anywhere: a 202 may lead to the record, unless it shows something else (RFC 9110 §15.3.3).
 */
export function createLocate(
  options: CrudOptions,
  { resource, operation }: RoleEntry,
  declared: Operation,
): Locate | undefined {
  const isCreated = declares(declared, 201)
  const response = responseFor(declared, isCreated ? 201 : operation.status)
  const header = response?.headers.find(({ name }) => /^location$/i.test(name))
  const isOfRecord = operation.responsePath !== undefined || response?.content.length === 0
  if (!isCreated && !(header && isOfRecord)) return undefined
  const locate = createPathOf(options, resource)
  const isUrl = header?.schema !== undefined && isUrlSchema(options.document, header.schema)
  return isUrl && locate ? (errand, id) => errand.serverUrl() + locate(errand, id) : locate
}

function createPathOf({ byId }: CrudOptions, resource: Resource): Locate | undefined {
  const candidates = resource.operations.filter(({ within }) => within.length === 0)
  const items = candidates.flatMap(({ role, operationId, idParameter, scope }) => {
    const operation = byId.get(operationId)
    return operation && idParameter !== undefined ? [{ role, operation, idParameter, scope }] : []
  })
  const item = items.find(({ role }) => role === 'read') ?? items[0]
  if (!item) return undefined
  const { operation, idParameter, scope: names } = item
  const pathOf = (path: JsonObject): string =>
    encodeParameters(operation.path, operation.parameters, { path }).path
  const [before = '', behind] =
    names.length === 0 ? pathOf({ [idParameter]: marker }).split(String(marker)) : []
  return ({ request, scope }, id) => {
    if (typeof id === 'number' && behind !== undefined) return `${before}${id}${behind}`
    const scoped = Object.fromEntries(names.map((name, index) => [name, scope[index] ?? '']))
    return pathOf({ ...request.path, ...scoped, [idParameter]: id })
  }
}

/** Stands for an id while a path is encoded for all of them. */
const marker = 8_888_888_888
