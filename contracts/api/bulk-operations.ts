import type { Operation } from '../../spec/document.ts'
import { isSafe } from '../../spec/http.ts'
import type { ResourceModel } from '../../spec/resources.ts'
import { endsInParameter, pathAbove, withoutSlash } from '../../spec/routing/path-template.ts'

/**
 * Ids of the operations that may change any number of records at once: `PATCH /todos` or `DELETE /todos` on the collection, and
 * actions below it such as `DELETE /todos/completed` or `POST /todos/archive`. No other case may use those records meanwhile.
 */
export function bulkOperations(
  { resources, roles, batches }: ResourceModel,
  operations: readonly Operation[],
): ReadonlySet<string> {
  const lists = new Set(
    resources.flatMap(({ collectionPath }) =>
      collectionPath === undefined ? [] : [withoutSlash(collectionPath)],
    ),
  )
  const isBulk = ({ id, method, path }: Operation): boolean => {
    if (isSafe(method) || roles.has(id)) return false
    if (batches.has(id)) return true
    if (lists.has(withoutSlash(path))) return method !== 'POST'
    return lists.has(pathAbove(path)) && !endsInParameter(path)
  }
  return new Set(operations.filter(isBulk).map(({ id }) => id))
}
