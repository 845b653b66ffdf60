import { responseFor, type Operation } from '../../spec/document.ts'
import { declares } from '../http/declares.ts'

/**
 * The first of these statuses that the operation declares exactly, or else the first one if it declares errors of any status: `4XX`, or
 * `default` beside a success. Undefined if it declares none of them.
 */
export function declaredStatus(
  operation: Operation,
  statuses: readonly (number | undefined)[],
): number | undefined {
  const known = statuses.filter((each) => each !== undefined)
  return known.find((each) => declares(operation, each)) ?? known.find((each) => declaresAny(operation, each))
}

/** The same; the first one, too, if the operation declares no errors at all, which leaves them open. */
export const refusalStatus = (operation: Operation, statuses: readonly number[]): number | undefined =>
  declaredStatus(operation, statuses) ??
  (operation.responses.every(({ status }) => /^[23]/.test(status)) ? statuses[0] : undefined)

function declaresAny(operation: Operation, status: number): boolean {
  const declared = responseFor(operation, status)?.status
  const hasSuccess = operation.responses.some((each) => each.status.startsWith('2'))
  return declared === '4XX' || (declared === 'default' && hasSuccess)
}
