import { groupBy } from '../../spec/util/group-by.ts'
import type { Finding } from '../findings/finding.ts'
import { deedOf } from './gist.ts'

/** Groups findings that probably share one cause, in the order of the first of each group. */
export function byLikeness(findings: readonly Finding[]): readonly (readonly Finding[])[] {
  return [...groupBy(findings, likeness).values()]
}

function likeness(finding: Finding): string {
  const { check, severity, reason, expected, actual, requirement } = finding
  const parts = reason === undefined ? [expected, actual, requirement] : [reason]
  // `500 (Internal Server Error)` is what any mistake looks like.
  const isMute = check === 'server-error' && /^5\d\d(?: \((?:internal )?server error\))?$/i.test(actual)
  return JSON.stringify([check, severity, ...parts, ...(isMute ? [kindOfDeed(deedOf(finding))] : [])])
}

/** `refuses null where it is not nullable` for `refuses name = null, null where it is not nullable`. */
const kindOfDeed = (deed: string): string =>
  deed.replace(/^(refuses|accepts) .* = .*?, (?=\S+ [^,]*$)/, '$1 ')
