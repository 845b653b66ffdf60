import { responseFor, type Operation } from '../../spec/document.ts'
import type { Refused } from '../behaviour.ts'

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

/** The refusal under a status that its operation declares, if there is one that says about the same. */
export function withDeclaredStatus(operation: Operation, refused: Refused): Refused {
  if (responseFor(operation, refused.status)) return refused
  const status = substitutes[refused.status]?.find((each) => responseFor(operation, each))
  return status === undefined ? refused : { ...refused, status }
}
