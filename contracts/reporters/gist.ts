import type { Finding } from '../findings/finding.ts'

/** The title of the case that a finding's message begins with. */
export function caseOf({ message, expected }: Finding): string {
  const end = message.lastIndexOf(`: expected ${expected}`)
  return end < 0 ? message : message.slice(0, end)
}

/** What a case does to its operation: its title without method and path. */
export const deedOf = (finding: Finding): string => caseOf(finding).replace(/^[A-Z]+ \/\S* /, '')

/** A finding in one sentence: what was sent, unless what was expected tells that as well, and what came of it. */
export function gistOf(finding: Finding): string {
  const { expected, actual } = finding
  const deed = deedOf(finding)
  const isTold = expected.includes(deed.replace(/^(?:refuses|accepts) /, ''))
  return `${isTold ? '' : `${deed}: `}expected ${expected}; got ${actual}`
}
