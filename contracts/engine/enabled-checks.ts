import type { CheckInfo, Severity } from '../check.ts'
import { checks } from '../checks/index.ts'
import type { RunOptions } from '../options.ts'

type Choice = Pick<RunOptions, 'checksOff' | 'severities'>

/** The severity of what a check has found; undefined when the check is left out. */
export function chosenSeverity(
  id: string,
  own: Severity,
  { checksOff, severities }: Choice,
): Severity | undefined {
  return checksOff.includes(id) ? undefined : (severities[id] ?? own)
}

/** Every check of a run, as severe as the run takes it. */
export function chosenChecks(choice: Choice): readonly CheckInfo[] {
  return checks.flatMap((check) => {
    const severity = chosenSeverity(check.id, check.severity, choice)
    return severity === undefined ? [] : [{ ...check, severity }]
  })
}

export function isCheck(id: string): boolean {
  return checks.some((check) => check.id === id)
}
