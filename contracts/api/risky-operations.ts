import type { Operation } from '../../spec/document.ts'
import { isSafe } from '../../spec/http.ts'
import { lastSegment } from '../../spec/inference/references/names.ts'
import type { ResourceModel } from '../../spec/resources.ts'

/** Names of what puts a whole API out of service, however it is spelled: `maintenance`, `maintenance-mode`, `shutdown`. */
const outOfService =
  /^(?:maintenance|shut-?_?down|restart|reboot|factory-?_?reset|lock-?_?down)(?:[-_]?mode)?$/i

/** Ids of the operations after which the API may refuse everything else, and names of the resources that they change. */
export function riskyOperations(
  { roles }: ResourceModel,
  operations: readonly Operation[],
): ReadonlySet<string> {
  const risky = operations.filter(
    ({ method, path }) => !isSafe(method) && outOfService.test(lastSegment(path)),
  )
  return new Set(risky.flatMap(({ id }) => [id, roles.get(id)?.resource.name ?? id]))
}
