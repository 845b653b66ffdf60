import type { Operation } from '../../../spec/document.ts'
import { listedRecords } from '../../../spec/inference/bodies/listed-records.ts'
import { filtersOf } from '../../../spec/inference/lists/filters.ts'
import { isSameSchema } from '../../../spec/inference/schemas/similarity.ts'
import { queryParametersOf } from '../../../spec/parameters/members.ts'
import { shownRecord, type Resource, type ResourceOperation } from '../../../spec/resources.ts'
import type { CrudOptions, RoleEntry } from '../options.ts'

/**
 * An operation as another list of the records of a resource, with its own filters, and with pages if it takes the parameters for
 * them. Undefined if its response does not show such a list, or the resource has none.
 */
export function listAt(
  { document }: CrudOptions,
  operation: Operation,
  resource: Resource,
  isAlike: typeof isSameSchema = isSameSchema,
): RoleEntry | undefined {
  const list = listOf(resource)
  const items = listedRecords(document, operation, resource)
  if (!list || !items || !isAlike(document, items.schema, shownRecord(resource))) return undefined
  const { record, idProperty, paging } = resource
  const names = new Set(queryParametersOf(operation).map(({ name }) => name))
  const isPaged = [paging?.size, paging?.position].some((name) => name !== undefined && names.has(name))
  return {
    resource: {
      ...resource,
      filters: filtersOf(document, operation, record, idProperty),
      paging: isPaged ? paging : undefined,
    },
    operation: { ...list, operationId: operation.id, scope: [], within: [], responsePath: items.path },
  }
}

/** The list of a resource, or one as there would be of records that are only read one by one. */
export function listOf({ kind, operations }: Resource): ResourceOperation | undefined {
  const lists = operations.filter(({ role }) => role === 'list')
  const read = kind === 'collection' ? operations.find(({ role }) => role === 'read') : undefined
  return (
    lists.find(({ within }) => within.length === 0) ??
    lists[0] ??
    (read && { ...read, role: 'list', idParameter: undefined })
  )
}
