import type { Violation } from '../../../contracts/check.ts'

/** All that violations say, each in one text: `cause | expected | actual`, then what it has of its own besides. */
export function linesOf(violations: readonly Violation[]): readonly string[] {
  return violations.map(({ cause, expected, actual, requirement, severity, at }) =>
    [
      cause,
      expected,
      actual,
      ...(requirement === undefined ? [] : [`by ${requirement}`]),
      ...(severity === undefined ? [] : [severity]),
      ...(at === undefined ? [] : [`at ${at}`]),
    ].join(' | '),
  )
}

export const causes = (violations: readonly Violation[]): readonly string[] =>
  violations.map(({ cause }) => cause)
