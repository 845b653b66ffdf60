import type { CheckInfo, Severity } from './check.ts'
import { checks } from './checks/index.ts'
import type { RunOptions } from './options.ts'

type CheckOptions = Pick<RunOptions, 'checksOff' | 'severities'>

/** The severity of a violation with the run's overrides applied; undefined when the check is switched off. */
export function effectiveSeverity(
  id: string,
  own: Severity,
  { checksOff, severities }: CheckOptions,
): Severity | undefined {
  return checksOff.includes(id) ? undefined : (severities[id] ?? own)
}

/** The checks that are switched on, with the run's severities. */
export function enabledChecks(options: CheckOptions): readonly CheckInfo[] {
  return checks.flatMap((check) => {
    const severity = effectiveSeverity(check.id, check.severity, options)
    return severity === undefined ? [] : [{ ...check, severity }]
  })
}

/** Whether there is a check with that id. */
export function isCheck(id: string): boolean {
  return checks.some((check) => check.id === id)
}
