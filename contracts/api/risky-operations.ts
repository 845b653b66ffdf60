import type { Operation } from '../../spec/document.ts'
import { isSafe } from '../../spec/http.ts'
import { lastSegment } from '../../spec/inference/references/names.ts'
import type { ResourceModel } from '../../spec/resources.ts'

/** Names of what puts a whole API out of service, however it is spelled: `maintenance`, `maintenance-mode`, `shutdown`. */
const outOfService =
  /^(?:maintenance|shut-?_?down|restart|reboot|factory-?_?reset|lock-?_?down)(?:[-_]?mode)?$/i

/** Names of what ends the session that the run's own credentials may belong to: `logout`, `sign-out`, `logoutUser`. */
const endOfSession = /^(?:log|sign)[-_]?(?:out|off)(?:[-_]?\w+)?$/i

/** Ids of the operations after which the API may refuse everything else, and names of the resources that they change. */
export function riskyOperations(
  { roles }: ResourceModel,
  operations: readonly Operation[],
): ReadonlySet<string> {
  const risky = operations.filter(({ id, method, path }) => {
    const name = lastSegment(path)
    return endOfSession.test(name) || endOfSession.test(id) || (!isSafe(method) && outOfService.test(name))
  })
  return new Set(risky.flatMap(({ id }) => [id, roles.get(id)?.resource.name ?? id]))
}
