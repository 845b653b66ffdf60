import { responseFor, type Document, type Operation, type SchemaNode } from '../../spec/document.ts'
import { isJsonObject, type Json, type JsonObject } from '../../spec/json.ts'
import { propertiesOf, typesOf } from '../../spec/refs.ts'
import type { Resource, ResourceOperation } from '../../spec/resources.ts'
import type { RequestValues } from '../../spec/request.ts'
import { refuse, type MaybePromise, type Refused } from '../behaviour.ts'
import type { CrudOptions } from './crud.ts'
import { after } from './maybe.ts'
import type { Collection, Id, Transaction } from './store.ts'

/** A singleton's only key. */
export const theOnly = ''

/** The ids of the containing records, as the path of a request gives them. */
export function scopeOf({ scope }: ResourceOperation, request: RequestValues): readonly Id[] {
  return scope.map((name) => idOf(request.path[name]) ?? '')
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
  if (operation.idParameter !== undefined) return idOf(request.path[operation.idParameter])
  const sent = sentRecord(operation, request)
  return resource.idProperty === undefined ? undefined : idOf(sent?.[resource.idProperty])
}

/** The record in a request's body; undefined when there is none. */
export function sentRecord(
  { requestPath }: ResourceOperation,
  { body }: RequestValues,
): JsonObject | undefined {
  if (body === undefined || body instanceof Uint8Array) return undefined
  const found = requestPath.reduce<Json | undefined>(
    (value, name) => (isJsonObject(value) ? value[name] : undefined),
    body,
  )
  return isJsonObject(found) ? found : undefined
}

/** 404 naming what is not there. */
export function notFound(resource: Resource, id: Id): Refused {
  const name = resource.name.split('/').findLast((part) => part !== '') ?? 'records'
  return refuse(
    404,
    'not_found',
    resource.kind === 'singleton' ? `There is no ${name}.` : `There is no ${String(id)} in ${name}.`,
  )
}

/** Refuses when a record that contains the resource is known not to exist; undefined when all is well. */
export function missingParent(
  { model }: CrudOptions,
  resource: Resource,
  scope: readonly Id[],
  store: Transaction,
): MaybePromise<Refused | undefined> {
  const parent = model.resources.find(({ name }) => name === resource.parent?.resource)
  const depth = resource.parent?.parameters.length ?? 0
  const id = scope[depth - 1]
  if (!parent?.discoverable || id === undefined) return undefined
  return after(store.collection(parent.name, scope.slice(0, depth - 1)).get(id), (record) =>
    record ? undefined : notFound(parent, id),
  )
}

/** Makes ids that a record's id property and the path parameter both allow. */
export type IdMaker = (collection: Collection, scope: readonly Id[]) => Promise<Id>

export function createIdMaker(
  { document, operations, validator, fake }: CrudOptions,
  resource: Resource,
): IdMaker {
  const nodes = idNodes(document, operations, resource)
  const fits = (id: Id): boolean => nodes.every((node) => validator.of(node, 'response')(id).length === 0)
  const isInteger =
    nodes.length === 0 ? resource.idType !== 'string' : nodes.some((node) => mayBeInteger(document, node))
  const name = resource.idProperty ?? 'id'
  return async (collection, scope) => {
    for (let attempt = 0; ; attempt += 1) {
      const number = await collection.nextId()
      if (isInteger && (fits(number) || attempt > 20)) return number
      const [node] = nodes
      const key = `${resource.name} ${scope.join('/')} ${String(number)}`
      const made =
        isInteger || !node
          ? undefined
          : idOf(await fake.value(node, 'response', { name, parent: resource.name, key }))
      const id = made === undefined || made === '' ? String(number) : made
      if (!(await collection.get(id)) || attempt > 20) return id
    }
  }
}

const mayBeInteger = (document: Document, node: SchemaNode): boolean => {
  const types = typesOf(document, node)
  return types.has('integer') || types.has('number')
}

/** The schemas an id must meet: the record's property, then the path parameter of each operation on one record. */
function idNodes(
  document: Document,
  operations: readonly Operation[],
  resource: Resource,
): readonly SchemaNode[] {
  const property =
    resource.idProperty === undefined
      ? undefined
      : propertiesOf(document, resource.record).get(resource.idProperty)
  const parameters = resource.operations.flatMap(({ operationId, idParameter }) => {
    const operation = operations.find(({ id }) => id === operationId)
    const parameter = operation?.parameters.find(
      ({ in: place, name }) => place === 'path' && name === idParameter,
    )
    return parameter?.schema ? [parameter.schema] : []
  })
  const unique = new Map([property, ...parameters].flatMap((node) => (node ? [[node.pointer, node]] : [])))
  return [...unique.values()]
}

/** Whether the operation declares this exact status. */
export function declares(operation: Operation | undefined, status: number): boolean {
  return operation !== undefined && responseFor(operation, status)?.status === String(status)
}
