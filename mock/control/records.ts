import { isJsonObject, type Json, type JsonObject } from '../../spec/json.ts'
import type { RequestValues } from '../../spec/request.ts'
import type { Resource } from '../../spec/resources.ts'
import type { Issue } from '../../spec/validate.ts'
import { refuse, type Refused } from '../behaviour.ts'
import { idOf, singletonId } from '../resources/identity/identity.ts'
import type { CrudOptions } from '../resources/options.ts'
import { recordIssues } from '../resources/records/record-issues.ts'
import { resourceNamed } from '../resources/resource-index.ts'
import type { Collection, Id, Store, StoreSnapshot, Transaction } from '../store/store.ts'
import { textIn } from './values.ts'

/** A collection: a resource, and the ids of the parent records. */
export interface Place {
  readonly resource: Resource
  readonly scope: readonly string[]
}

/** The collection a request names. A refusal if the document has no such resource, or the scope does not match. */
export function placeOf({ model }: CrudOptions, { path, query }: RequestValues): Place | Refused {
  const name = `/${textIn(path, 'resource')}`
  const resource = resourceNamed(model, name)
  if (resource === undefined) return refuse(404, 'not_found', `The document has no resource '${name}'.`)
  const scope = Array.isArray(query['scope']) ? (query['scope'] as readonly Json[]).map(String) : []
  if (scope.length === resource.scope.length) return { resource, scope }
  const wanted = resource.scope.length === 0 ? 'none' : resource.scope.join(', ')
  return refuse(
    422,
    'wrong_scope',
    `The scope of '${name}' is ${wanted}: expected ${resource.scope.length} ids, got ${scope.length}.`,
  )
}

export function isRefused(value: object): value is Refused {
  return 'kind' in value && value.kind === 'refused'
}

export function collectionIn(tx: Transaction, { resource, scope }: Place): Collection {
  return tx.collection(resource.name, scope)
}

/** Records and their ids, in the store's order. */
export type Entries = readonly (readonly [id: string, record: JsonObject])[]

/** All records of a collection by id. If records do not contain their ids, only a snapshot has them. */
export async function entriesOf(store: Store, place: Place): Promise<Entries> {
  const { kind, idProperty } = place.resource
  if (kind === 'singleton') {
    const only = await store.read((tx) => collectionIn(tx, place).get(singletonId))
    return only === undefined ? [] : [[singletonId, only]]
  }
  if (idProperty === undefined) return snapshotEntries(await store.snapshot(), place)
  const { items } = await store.read((tx) => collectionIn(tx, place).list())
  return items.map((record) => [textIn(record, idProperty), record])
}

function snapshotEntries({ collections }: StoreSnapshot, { resource, scope }: Place): Entries {
  const collection = collections.find(
    (candidate) => candidate.resource === resource.name && candidate.scope.join('\n') === scope.join('\n'),
  )
  return collection?.records ?? []
}

/** The id of a record to be written, and the record with that id. A refusal if the record is invalid. */
export function keyed(
  crud: CrudOptions,
  { resource }: Place,
  given: Json,
  pathId?: string,
): { readonly id: Id | undefined; readonly record: JsonObject } | Refused {
  if (!isJsonObject(given)) return refuse(422, 'invalid_record', 'A record must be a JSON object.')
  const { idProperty } = resource
  if (resource.kind === 'singleton') return validated(crud, resource, given, singletonId)
  const own = idProperty === undefined ? undefined : idOf(given[idProperty])
  if (pathId !== undefined && own !== undefined && String(own) !== pathId) {
    return refuse(422, 'wrong_id', `The record's id is ${String(own)}, but the path's is ${pathId}.`)
  }
  const id = own ?? typed(resource, pathId)
  const record = id === undefined || own !== undefined ? given : named(resource, id, given)
  return validated(crud, resource, record, id)
}

/** The record with its id, if records of the resource contain their ids. */
export function named({ idProperty }: Resource, id: Id, record: JsonObject): JsonObject {
  return idProperty === undefined ? record : { [idProperty]: id, ...record }
}

/** An id of a path, converted to the type that records have. */
export function typed({ idType }: Resource, id: string | undefined): Id | undefined {
  if (id === undefined || idType !== 'integer' || !/^-?\d{1,19}$/.test(id)) return id
  return Number.isSafeInteger(Number(id)) ? Number(id) : BigInt(id)
}

function validated(
  crud: CrudOptions,
  resource: Resource,
  record: JsonObject,
  id: Id | undefined,
): { readonly id: Id | undefined; readonly record: JsonObject } | Refused {
  const issues = issuesOf(crud, resource, record, id)
  if (issues.length === 0) return { id, record }
  return refuse(422, 'invalid_record', `The record violates the document in ${placesOf(issues.length)}.`, {
    details: issues,
  })
}

const placesOf = (count: number): string => (count === 1 ? '1 place' : `${count} places`)

/** Validates a record. A missing id will be assigned. */
function issuesOf(
  crud: CrudOptions,
  resource: Resource,
  record: JsonObject,
  id: Id | undefined,
): readonly Issue[] {
  return recordIssues(crud, resource, record)
    .filter(
      ({ keyword, message }) =>
        id !== undefined || keyword !== 'required' || !message.includes(`'${resource.idProperty}'`),
    )
    .map((issue) => ({ ...issue, in: 'body' as const }))
}
