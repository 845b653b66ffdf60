import { responseFor, type Operation } from '../../../spec/document.ts'
import { isOwnStatus } from '../../../spec/http.ts'
import type { Refused } from '../../behaviour.ts'

/** What may stand for a status that an operation does not declare, best first (RFC 9110 §15.5). */
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

/** How documents describe what they give statuses of their own, such as 480. */
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

/** The refusal under a status that its operation declares, if there is one that says about the same. */
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

/** The one that stands for a status of HTTP by its description, of those that HTTP gives no meaning. */
export function ownStatus({ responses }: Operation, status: number): number | undefined {
  const found = responses.find(
    (each) => isOwnStatus(each.status) && descriptions[status]?.test(each.description) === true,
  )
  return found && Number(found.status)
}
