import { responseFor, type Operation } from '../../spec/document.ts'
import { lastSegment } from '../../spec/inference/references/names.ts'
import { singular, wordsOf } from '../../spec/inference/prose/words.ts'
import { isJsonObject, memberAt, type Json, type JsonObject } from '../../spec/json.ts'
import type { Resource, ResourceModel, ResourceOperation } from '../../spec/resources.ts'
import { parameterNames } from '../../spec/routing/path-template.ts'
import { jsonSent, type RequestValues } from '../../spec/request.ts'
import { refuse, type Behaviour, type Refused } from '../behaviour.ts'
import type { RoleEntry } from './crud.ts'
import { namedIn, resourceAbove, resourceNamed } from './family.ts'
import { after, type MaybePromise } from '../maybe-promise.ts'
import type { Id, Transaction } from '../store/store.ts'

/** A singleton's only key. */
export const theOnly = ''

/** The ids of the containing records, as the path of a request gives them. */
export function scopeOf({ scope }: ResourceOperation, request: RequestValues): readonly Id[] {
  return scope.map((name) => idInPath(request, name) ?? '')
}

/** What a path parameter names. A list of several ids is an id of its own: `/groups/1,2`. */
export function idInPath({ path }: RequestValues, name: string): Id | undefined {
  const value = path[name]
  return Array.isArray(value) ? value.map(String).join() : idOf(value)
}

/** A value as a key of the store; undefined when it can be none. */
export function idOf(value: Json | undefined): Id | undefined {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint'
    ? value
    : undefined
}

/** Which record a request is about: by its path, or by the id in its body. */
export function targetOf(
  resource: Resource,
  operation: ResourceOperation,
  request: RequestValues,
): Id | undefined {
  if (resource.kind === 'singleton') return theOnly
  if (operation.idParameter !== undefined) return idInPath(request, operation.idParameter)
  const sent = sentRecord(operation, request)
  return resource.idProperty === undefined ? undefined : idOf(sent?.[resource.idProperty])
}

/** The record in a request's body; undefined when there is none. */
export function sentRecord(
  { requestPath }: ResourceOperation,
  request: RequestValues,
): JsonObject | undefined {
  const found = memberAt(jsonSent(request), requestPath)
  return isJsonObject(found) ? found : undefined
}

const nouns = new WeakMap<Resource, string>()

/** What one record is called: `order` for `/store/orders`, `line item` for `/line-items`. */
export function nounOf(resource: Resource): string {
  const noun = nouns.get(resource) ?? readNoun(resource)
  nouns.set(resource, noun)
  return noun
}

function readNoun({ name }: Resource): string {
  const words = wordsOf(lastSegment(name) || 'record')
  return [...words.slice(0, -1), singular(words.at(-1) ?? 'record')].join(' ')
}

/** 404 naming what is not there. */
export function notFound(resource: Resource, id: Id): Refused {
  const which = resource.kind === 'singleton' ? nounOf(resource) : `${nounOf(resource)} ${String(id)}`
  return refuse(404, 'not_found', `There is no ${which}.`)
}

/** Refuses when a record that contains the resource is known not to exist; undefined when all is well. */
export function missingParent(
  model: ResourceModel,
  { resource, operation }: RoleEntry,
  request: RequestValues,
  store: Transaction,
): MaybePromise<Refused | undefined> {
  if (!resource.parent && operation.within.length === 0) return undefined
  const scope = scopeOf(operation, request)
  const depth = resource.parent?.parameters.length ?? 0
  const within = operation.within.map(({ parameter, property }) => ({
    name: resource.references.find((reference) => reference.property === property)?.resource,
    path: [idInPath(request, parameter)],
  }))
  const needed = [{ name: resource.parent?.resource, path: scope.slice(0, depth) }, ...within]
  return firstMissing(model, needed, store)
}

/** What an operation of no resource does whose path leads through a record: there has to be one, if 404 says otherwise. */
export function belowRecord(model: ResourceModel, operation: Operation): Behaviour | undefined {
  const resource = declares(operation, 404) ? resourceAbove(model, operation.path) : undefined
  if (resource?.itemPath === undefined) return undefined
  const count = parameterNames(resource.itemPath).length
  const names = parameterNames(operation.path).slice(0, count)
  return ({ request, store, next }) => {
    const ids = names.map((name) => idInPath(request, name))
    return after(missing(model, resource.name, ids, store), (refusal) => refusal ?? next())
  }
}

/** What an operation does whose path names a record of elsewhere: there has to be one, if 404 says otherwise. */
export function besideRecord(
  model: ResourceModel,
  operation: Operation,
  does: Behaviour | undefined,
): Behaviour | undefined {
  const own = model.roles.get(operation.id)?.resource
  const named = namedIn(model, operation.path).filter(({ resource }) => resource !== own)
  if (named.length === 0 || !declares(operation, 404)) return does
  return (context) => {
    const needed = named.map(({ resource: { name }, parameter }) => ({
      name,
      path: [idInPath(context.request, parameter)],
    }))
    return after(
      firstMissing(model, needed, context.store),
      (refusal) => refusal ?? (does ? does(context) : context.next()),
    )
  }
}

/** Whether clients can learn the ids of a resource's records. */
export function tellsIds({ discoverable, idProperty, operations }: Resource): boolean {
  return discoverable && (idProperty !== undefined || operations.some(({ role }) => role === 'create'))
}

/** A record that has to be there: the name of its resource, and the ids that lead to it. */
interface Needed {
  readonly name: string | undefined
  readonly path: readonly (Id | undefined)[]
}

/** A refusal that names the first of the records that is not there. */
export function firstMissing(
  model: ResourceModel,
  needed: readonly Needed[],
  store: Transaction,
): MaybePromise<Refused | undefined> {
  return needed.reduce<MaybePromise<Refused | undefined>>(
    (found, { name, path }) => after(found, (refusal) => refusal ?? missing(model, name, path, store)),
    undefined,
  )
}

function missing(
  model: ResourceModel,
  name: string | undefined,
  path: readonly (Id | undefined)[],
  store: Transaction,
): MaybePromise<Refused | undefined> {
  const resource = name === undefined ? undefined : resourceNamed(model, name)
  const id = path.at(-1)
  if (!resource || !tellsIds(resource) || id === undefined || resource.scope.length !== path.length - 1)
    return undefined
  const scope = path.slice(0, -1).map((each) => each ?? '')
  return after(store.collection(resource.name, scope).get(id), (record) =>
    record ? undefined : notFound(resource, id),
  )
}

/** Whether the operation declares this exact status. */
export function declares(operation: Operation | undefined, status: number): boolean {
  return operation !== undefined && responseFor(operation, status)?.status === String(status)
}
