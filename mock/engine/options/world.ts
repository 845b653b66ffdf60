import { isArray, isJsonObject, type Json, type JsonObject } from '../../../spec/json.ts'
import type { Resource, ResourceModel } from '../../../spec/resources.ts'
import { resourceNamed } from '../../resources/resource-index.ts'
import type { StoreSnapshot } from '../../store/store.ts'
import { MockOptionError } from './option-error.ts'

/** Records by resource: `{ "/pets": [{ "id": 1, … }], "/me": { … } }`. */
export type WorldRecords = Readonly<Record<string, readonly JsonObject[] | JsonObject>>

/** Converts a custom world, which is a snapshot or records by resource, to a snapshot. */
export function snapshotOf(world: Json, model: ResourceModel): StoreSnapshot {
  if (!isJsonObject(world)) throw new MockOptionError('A world must be a JSON object.')
  if (Array.isArray(world['collections'])) return world as unknown as StoreSnapshot
  return { collections: Object.entries(world).map(([name, records]) => collectionOf(name, records, model)) }
}

function collectionOf(name: string, given: Json, model: ResourceModel): StoreSnapshot['collections'][number] {
  const resource = resourceNamed(model, name)
  if (resource === undefined) {
    const known = model.resources.map((each) => each.name).join(', ')
    throw new MockOptionError(
      `The document has no resource '${name}'. Its resources: ${known === '' ? 'none' : known}.`,
    )
  }
  if (resource.kind === 'collection' && !isArray(given))
    throw new MockOptionError(`The records of '${name}' must be an array.`)
  const list = isArray(given) ? given : [given]
  const records = list.map((record, index) => keyed(resource, record, index))
  return { resource: name, scope: [], nextId: followingId(records.map(([id]) => id)), records }
}

function keyed(resource: Resource, record: Json, index: number): readonly [string, JsonObject] {
  if (!isJsonObject(record))
    throw new MockOptionError(`Record ${index} of '${resource.name}' is not a JSON object.`)
  if (resource.kind === 'singleton') return ['', record]
  const id = resource.idProperty === undefined ? index + 1 : record[resource.idProperty]
  if (typeof id === 'string' || typeof id === 'number' || typeof id === 'bigint') return [String(id), record]
  throw new MockOptionError(
    `Record ${index} of '${resource.name}' has no '${resource.idProperty ?? 'id'}', which must be a string or a number.`,
  )
}

function followingId(ids: readonly string[]): number {
  const numbers = ids.map(Number).filter((id) => Number.isSafeInteger(id) && id >= 0)
  return numbers.reduce((highest, id) => Math.max(highest, id), 0) + 1
}
