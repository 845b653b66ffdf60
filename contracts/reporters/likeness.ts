import { groupBy } from '../../spec/util/group-by.ts'
import type { Finding } from '../findings/finding.ts'
import { deedOf } from './gist.ts'

/** Groups findings that probably share one cause, in the order of the first of each group. */
export function byLikeness(findings: readonly Finding[]): readonly (readonly Finding[])[] {
  return [...groupBy(findings, likeness).values()]
}

function likeness(finding: Finding): string {
  const { check, severity, reason, expected, actual, requirement } = finding
  const deed = deedOf(finding)
  // A strange request that every operation gets, such as one with a NUL character, fails for one reason, in whatever words.
  if (check === 'server-error' && /^with .* in the path$/.test(deed) && /^5\d\d\b/.test(actual))
    return JSON.stringify([check, severity, deed])
  const place = placeInCopy(requirement)
  if (place !== undefined) return JSON.stringify([check, severity, expected, actual, place])
  const parts = reason === undefined ? [expected, actual, requirement] : [reason]
  // `500 (Internal Server Error)` is what any mistake looks like.
  const isMute = check === 'server-error' && /^5\d\d(?: \((?:internal )?server error\))?$/i.test(actual)
  return JSON.stringify([check, severity, ...parts, ...(isMute ? [kindOfDeed(deed)] : [])])
}

/**
 * A pointer into the schema of one response, from its first property on. Generated documents repeat a schema for each operation, and
 * one cause in the code breaks all copies alike.
 */
const placeInCopy = (requirement: string): string | undefined =>
  /^#\/paths\/.*\/responses\/.*?\/schema\/(.*\bproperties\/.*)$/.exec(requirement)?.[1]

/** `refuses null where it is not nullable` for `refuses name = null, null where it is not nullable`. */
const kindOfDeed = (deed: string): string =>
  deed.replace(/^(refuses|accepts) .* = .*?, (?=\S+ [^,]*$)/, '$1 ')
