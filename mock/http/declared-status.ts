import { responseFor, type Operation } from '../../spec/document.ts'
import { isOwnStatus } from '../../spec/http.ts'
import type { Refused } from '../behaviour.ts'

/** Statuses that can replace one that an operation does not declare, the best first (RFC 9110 §15.5). */
const substitutes: Readonly<Record<number, readonly number[]>> = {
  400: [422],
  401: [403],
  404: [410, 400, 422],
  409: [422, 400],
  410: [404],
  413: [400, 422],
  415: [400, 422],
  422: [400, 409],
}

const invalid = /invalid|validation|malformed|unprocessable|bad ?request/i
const missing = /not ?found|no ?such|not ?exist/i

/** How documents describe statuses of their own, such as 480, that stand for a status of HTTP. */
const descriptions: Readonly<Record<number, RegExp>> = {
  400: invalid,
  401: /unauthori[sz]ed|unauthenticated/i,
  403: /forbidden|access ?denied/i,
  404: missing,
  409: /conflict|already ?exists|duplicate|in ?use/i,
  410: missing,
  413: /too ?large/i,
  415: invalid,
  422: invalid,
  429: /throttl|too ?many/i,
}

/** Returns the refusal with a status that the operation declares, if one has about the same meaning. */
export function withDeclaredStatus(operation: Operation, refused: Refused): Refused {
  if (responseFor(operation, refused.status)) return refused
  const others = substitutes[refused.status] ?? []
  const status =
    others.find((each) => responseFor(operation, each)) ??
    [refused.status, ...others].map((each) => ownStatus(operation, each)).find(Boolean)
  return status === undefined ? refused : { ...refused, status }
}

/** Whether an operation declares a status for the refusal. */
export const canRefuse = (operation: Operation, refused: Refused): boolean =>
  responseFor(operation, withDeclaredStatus(operation, refused).status) !== undefined

/** Returns the declared status outside of HTTP's registry whose description means the given status. */
export function ownStatus({ responses }: Operation, status: number): number | undefined {
  const found = responses.find(
    (each) => isOwnStatus(each.status) && descriptions[status]?.test(each.description) === true,
  )
  return found && Number(found.status)
}
