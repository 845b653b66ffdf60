import { groupBy } from '../../spec/util/group-by.ts'
import type { Finding } from '../findings/finding.ts'

/** Groups findings that probably share one cause, in the order of the first of each group. */
export function byLikeness(findings: readonly Finding[]): readonly (readonly Finding[])[] {
  return [...groupBy(findings, likeness).values()]
}

const likeness = ({ check, reason, expected, actual, requirement }: Finding): string =>
  JSON.stringify([check, ...(reason === undefined ? [expected, actual, requirement] : [reason])])
