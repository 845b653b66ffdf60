import { isJsonObject, type Json, type JsonObject } from '../../spec/json.ts'
import type { RequestValues } from '../../spec/request.ts'
import type { Resource } from '../../spec/resources.ts'
import type { Issue } from '../../spec/validate.ts'
import { refuse, type Refused } from '../behaviour.ts'
import type { CrudOptions } from '../resources/options.ts'
import { resourceNamed } from '../resources/resource-index.ts'
import { textIn } from './values.ts'
import { idOf, singletonId } from '../resources/records/identity.ts'
import { recordTypeOf } from '../resources/records/record-type.ts'
import type { Collection, Id, Store, StoreSnapshot, Transaction } from '../store/store.ts'

/** Records of one resource, in one scope. */
export interface Place {
  readonly resource: Resource
  readonly scope: readonly string[]
}

/** The collection that a request names; a refusal when the document has none like it. */
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
    `'${name}' is kept by ${wanted}: ${scope.length} instead of ${resource.scope.length} ids are given.`,
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

/** All of a place, by id. Where records do not hold their ids, only a snapshot knows them. */
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
  const found = collections.find(
    (each) => each.resource === resource.name && each.scope.join('\n') === scope.join('\n'),
  )
  return found?.records ?? []
}

/** Where a record goes, and what it then is; a refusal when it can be none of the resource. */
export function keyed(
  crud: CrudOptions,
  { resource }: Place,
  given: Json,
  /** As the path has it. */
  pathId?: string,
): { readonly id: Id | undefined; readonly record: JsonObject } | Refused {
  if (!isJsonObject(given)) return refuse(422, 'invalid_record', 'A record is a JSON object.')
  const { idProperty } = resource
  if (resource.kind === 'singleton') return judged(crud, resource, given, singletonId)
  const own = idProperty === undefined ? undefined : idOf(given[idProperty])
  if (pathId !== undefined && own !== undefined && String(own) !== pathId) {
    return refuse(422, 'wrong_id', `The record calls itself ${String(own)}, the path ${pathId}.`)
  }
  const id = own ?? typed(resource, pathId)
  const record = id === undefined || own !== undefined ? given : named(resource, id, given)
  return judged(crud, resource, record, id)
}

/** A record that says its id, where the resource's do. */
export function named({ idProperty }: Resource, id: Id, record: JsonObject): JsonObject {
  return idProperty === undefined ? record : { [idProperty]: id, ...record }
}

/** An id of a path as the record holds it. */
export function typed({ idType }: Resource, id: string | undefined): Id | undefined {
  if (id === undefined || idType !== 'integer' || !/^-?\d{1,19}$/.test(id)) return id
  return Number.isSafeInteger(Number(id)) ? Number(id) : BigInt(id)
}

function judged(
  crud: CrudOptions,
  resource: Resource,
  record: JsonObject,
  id: Id | undefined,
): { readonly id: Id | undefined; readonly record: JsonObject } | Refused {
  const issues = issuesOf(crud, resource, record, id)
  if (issues.length === 0) return { id, record }
  return refuse(422, 'invalid_record', `The record breaks the document in ${placesOf(issues.length)}.`, {
    details: issues,
  })
}

const placesOf = (count: number): string => (count === 1 ? '1 place' : `${count} places`)

/** How a record breaks the schema of the answers that will carry it; those carry nothing that is write-only. */
function issuesOf(
  { document, validator }: CrudOptions,
  { record: flat, nesting: folding, idProperty }: Resource,
  record: JsonObject,
  id: Id | undefined,
): readonly Issue[] {
  const node = folding?.record ?? flat
  const { properties } = recordTypeOf(document, node)
  const shown = Object.entries(record).filter(([name]) => properties.get(name)?.isWriteOnly !== true)
  const issues = validator.of(node, 'response')(Object.fromEntries(shown))
  return (
    issues
      // The id that is not given will be.
      .filter(
        ({ keyword, message }) =>
          id !== undefined || keyword !== 'required' || !message.includes(`'${idProperty}'`),
      )
      .map((issue) => ({ ...issue, in: 'body' as const }))
  )
}
