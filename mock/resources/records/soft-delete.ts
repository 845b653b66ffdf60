import type { Operation } from '../../../spec/document.ts'
import {
  deletionProperties,
  deletionState,
  restoreOperation,
} from '../../../spec/inference/states/restore.ts'
import type { JsonObject } from '../../../spec/json.ts'
import type { Resource } from '../../../spec/resources.ts'
import { typesOf } from '../../../spec/schemas/types.ts'
import type { CrudOptions } from '../options.ts'
import { isFirstState } from '../values/initial-values.ts'

const restores = new WeakMap<Resource, Operation | undefined>()

/** The operation that restores deleted records; where there is one, deletion is soft. */
export function restoringOperation(
  resource: Resource,
  { document, byId }: CrudOptions,
): Operation | undefined {
  if (!restores.has(resource)) restores.set(resource, restoreOperation(document, resource, byId))
  return restores.get(resource)
}

/**
 * Sets the properties that mark a record as deleted, such as `deletedAt`.
 * @param deletedAt undefined to clear the marks
 */
export function withDeletionMarks(
  record: JsonObject,
  { record: schema }: Resource,
  { document }: CrudOptions,
  deletedAt: Date | undefined,
): JsonObject {
  const marked = { ...record }
  for (const [name, node] of deletionProperties(document, schema)) {
    const types = typesOf(document, node)
    if (types.has('boolean')) marked[name] = deletedAt !== undefined
    else if (deletedAt !== undefined) marked[name] = deletedAt.toISOString()
    else if (types.has('null')) marked[name] = null
    else delete marked[name]
  }
  const state = deletionState(document, schema)
  if (state) {
    const { property, deleted, values } = state
    if (deletedAt !== undefined) marked[property] = deleted
    else if (marked[property] === deleted)
      marked[property] = values.find(isFirstState) ?? values[0] ?? deleted
  }
  return marked
}

/** A generated record, which is not deleted, as far as its schema can say so. */
export function withoutDeletionMarks(
  options: CrudOptions,
  resource: Resource,
  record: JsonObject,
): JsonObject {
  if (!resource.operations.some(({ role }) => role === 'delete')) return record
  const live = withDeletionMarks(record, resource, options, undefined)
  return options.validator.of(resource.record, 'response').accepts(live) ? live : record
}
