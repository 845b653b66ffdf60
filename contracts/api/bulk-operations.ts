import type { Operation } from '../../spec/document.ts'
import { isSafe } from '../../spec/http.ts'
import type { ResourceModel } from '../../spec/resources.ts'

/**
 * Ids of the operations that may change any number of a list's records at once: `PATCH /todos` and `DELETE /todos` where they
 * are about no single record, and what is named below the list, `DELETE /todos/completed`, `POST /todos/archive`. No other
 * case may be about those records meanwhile.
 */
export function sweepingOf(
  { resources, roles }: ResourceModel,
  operations: readonly Operation[],
): ReadonlySet<string> {
  const lists = new Set(resources.map(({ collectionPath }) => collectionPath))
  const isSweeping = ({ id, method, path }: Operation): boolean => {
    if (isSafe(method) || roles.has(id)) return false
    if (lists.has(path)) return method !== 'POST'
    return lists.has(path.slice(0, path.lastIndexOf('/'))) && !path.endsWith('}')
  }
  return new Set(operations.filter(isSweeping).map(({ id }) => id))
}
