import { flattenRecord } from '../../../spec/inference/records/flatten.ts'
import { isJsonObject, memberAt, type Json, type JsonObject } from '../../../spec/json.ts'
import type { Resource } from '../../../spec/resources.ts'
import type { CrudOptions } from '../options.ts'
import { idOf, singletonId } from '../records/identity.ts'
import type { Ids } from '../records/ids.ts'
import { mediaOf } from '../responses/success-media.ts'
import type { Id } from '../../store/store.ts'

/** The records in the examples of a document's responses, by id. Only valid ones whose ids are valid in paths. */
export function examplesOf(options: CrudOptions, resource: Resource, ids: Ids): ReadonlyMap<Id, JsonObject> {
  const { idProperty } = resource
  const { accepts } = options.validator.of(resource.record, 'response')
  const examples = new Map<Id, JsonObject>()
  for (const record of idProperty === undefined ? [] : exampleRecords(options, resource)) {
    const id = idOf(record[idProperty as string])
    if (id === undefined || id === singletonId || examples.has(id) || !ids.fitsBelow(id)) continue
    if (accepts(record)) examples.set(id, record)
  }
  return examples
}

function exampleRecords({ byId }: CrudOptions, resource: Resource): readonly JsonObject[] {
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
