import { groupBy } from '../../spec/util/group-by.ts'
import type { Finding } from '../findings/finding.ts'
import { caseOf, deedOf } from './gist.ts'

/** Groups findings that probably share one cause, in the order of the first of each group. */
export function byLikeness(findings: readonly Finding[]): readonly (readonly Finding[])[] {
  const refusals = new Map<string, string>()
  return [...groupBy(findings, (finding) => asOneRefusal(finding, likeness(finding), refusals)).values()]
}

/**
 * The likeness of the first finding about the same refusal: that a valid request was refused, and that the document does not declare
 * the status, is told by two checks.
 */
function asOneRefusal(finding: Finding, own: string, refusals: Map<string, string>): string {
  const { check, operation, actual } = finding
  if (check !== 'valid-accepted' && check !== 'status-declared') return own
  const refusal = JSON.stringify([operation, caseOf(finding), actual])
  const like = [refusal, own].map((each) => refusals.get(each)).find((each) => each !== undefined) ?? own
  for (const each of [refusal, own]) refusals.set(each, like)
  return like
}

function likeness(finding: Finding): string {
  const { check, severity, reason, expected, actual, requirement } = finding
  const deed = deedOf(finding)
  // A strange request that every operation gets, such as one with a NUL character, fails for one reason, in whatever words.
  const odd = /^with .* in (?:the path|path(?= \S+$))/.exec(deed)?.[0]
  if (check === 'server-error' && odd !== undefined && /^5\d\d\b/.test(actual))
    return JSON.stringify([check, severity, odd])
  const place = placeInCopy(requirement)
  // In a map, the same property is found below any of its keys.
  if (place?.includes('additionalProperties/')) return JSON.stringify([check, severity, place])
  if (place !== undefined) return JSON.stringify([check, severity, expected, actual, place])
  const isOfResponses = /^#\/paths\/[^/]*\/[^/]*\/responses$/.test(requirement)
  const parts =
    reason === undefined
      ? [expected, actual, isOfResponses ? 'responses' : placeInParameter(requirement)]
      : [reason]
  // `500 (Internal Server Error)` is what any mistake looks like.
  const isMute = check === 'server-error' && /^5\d\d(?: \((?:internal )?server error\))?$/i.test(actual)
  return JSON.stringify([check, severity, ...parts, ...(isMute ? [kindOfDeed(deed)] : [])])
}

/**
 * A pointer into the schema of one response, from its first property on. Generated documents repeat a schema for each operation, and
 * one cause in the code breaks all copies alike.
 */
const placeInCopy = (requirement: string): string | undefined =>
  /^#\/paths\/.*\/responses\/.*?\/schema\/(.*\b(?:properties|additionalProperties)\/.*)$/.exec(
    requirement,
  )?.[1]

/** The same of a parameter that generated documents repeat for each operation; any other pointer as it is. */
const placeInParameter = (requirement: string): string =>
  requirement.replace(/^#\/paths\/[^/]*\/(?:[^/]*\/)?parameters\/\d+(?=\/|$)/, 'parameters')

/** `refuses null where it is not nullable` for `refuses name = null, null where it is not nullable`. */
const kindOfDeed = (deed: string): string =>
  deed.replace(/^(refuses|accepts) .* = .*?, (?=\S+ [^,]*$)/, '$1 ')
