import type { Finding } from '../findings/finding.ts'
import { countVerdicts, type Recording } from '../recording.ts'
import { byLikeness } from './likeness.ts'

/** The result of a run in one sentence. */
export interface Headline {
  readonly kind: 'passed' | 'warning' | 'error'
  /** Without a full stop. */
  readonly text: string
}

export function headlineOf({ findings, stopped, finished, cases }: Recording): Headline {
  const errors = countOf(findings, 'error')
  const warnings = countOf(findings, 'warning')
  const counts = [counted(errors, 'error'), counted(warnings, 'warning')]
    .filter((text) => text !== '')
    .join(' and ')
  const causes = byLikeness(findings).length
  const probably = causes < findings.length ? `, probably of ${counted(causes, 'cause')}` : ''
  const { passed, failed } = countVerdicts(cases)
  const scope = stopped || !finished ? ' as far as it was checked' : ''
  if (errors > 0) return { kind: 'error', text: `The contract is broken: ${counts}${probably}` }
  if (warnings > 0) return { kind: 'warning', text: `The contract holds${scope}, with ${counts}${probably}` }
  if (passed + failed === 0) return { kind: 'warning', text: 'Nothing was checked' }
  return { kind: 'passed', text: `The contract holds${scope}` }
}

const countOf = (findings: readonly Finding[], severity: Finding['severity']): number =>
  findings.filter((each) => each.severity === severity).length

/** `1 error`, `3 errors`; empty for 0. */
export function counted(count: number, name: string): string {
  return count === 0 ? '' : `${String(count)} ${count === 1 ? name : `${name}s`}`
}
