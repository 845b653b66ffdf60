import type { Operation } from '../../spec/document.ts'
import { deletionProperties, restoreOperation } from '../../spec/inference/states/restore.ts'
import type { JsonObject } from '../../spec/json.ts'
import { typesOf } from '../../spec/schemas/types.ts'
import type { Resource } from '../../spec/resources.ts'
import type { CrudOptions } from './crud.ts'

const restores = new WeakMap<Resource, Operation | undefined>()

/** The operation that brings back what was deleted, for which deleted records are kept aside. */
export function restoring(resource: Resource, { byId }: CrudOptions): Operation | undefined {
  if (!restores.has(resource)) restores.set(resource, restoreOperation(resource, byId))
  return restores.get(resource)
}

/** A record as it tells of its deletion at that time, or of none. */
export function asDeleted(
  record: JsonObject,
  { record: schema }: Resource,
  { document }: CrudOptions,
  at: Date | undefined,
): JsonObject {
  const told = { ...record }
  for (const [name, node] of deletionProperties(document, schema)) {
    const types = typesOf(document, node)
    if (types.has('boolean')) told[name] = at !== undefined
    else if (at !== undefined) told[name] = at.toISOString()
    else if (types.has('null')) told[name] = null
    else delete told[name]
  }
  return told
}
