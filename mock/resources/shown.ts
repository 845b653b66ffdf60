import { flattenRecord } from '../../spec/inference/records/flatten.ts'
import { isJsonObject, memberAt, type Json, type JsonObject } from '../../spec/json.ts'
import type { Resource } from '../../spec/resources.ts'
import type { CrudOptions } from './crud.ts'
import { idOf, theOnly } from './identity.ts'
import type { Ids } from './ids.ts'
import { mediaOf } from './present.ts'
import type { Id } from '../store/store.ts'

/** Records that the document shows as examples of its lists and items, by id; only valid ones that a path can name. */
export function examplesOf(options: CrudOptions, resource: Resource, ids: Ids): ReadonlyMap<Id, JsonObject> {
  const { idProperty } = resource
  const { accepts } = options.validator.of(resource.record, 'response')
  const found = new Map<Id, JsonObject>()
  for (const record of idProperty === undefined ? [] : shownRecords(options, resource)) {
    const id = idOf(record[idProperty as string])
    if (id === undefined || id === theOnly || found.has(id) || !ids.fitsBelow(id)) continue
    if (accepts(record)) found.set(id, record)
  }
  return found
}

function shownRecords({ byId }: CrudOptions, resource: Resource): readonly JsonObject[] {
  return resource.operations.flatMap(({ operationId, responsePath, status }) => {
    const operation = byId.get(operationId)
    const media = operation && responsePath && mediaOf(operation, status)
    return (media?.examples ?? []).flatMap(({ value }) =>
      recordsIn(value, responsePath ?? []).map((record) => flattenRecord(resource.nesting, record)),
    )
  })
}

function recordsIn(body: Json, path: readonly string[]): readonly JsonObject[] {
  return [memberAt(body, path)].flat().filter(isJsonObject)
}
