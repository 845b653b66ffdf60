import { fine, type Check, type Severity } from '../check.ts'

export interface AggregateEvidence {
  /** What held before, for people. */
  readonly rule: string
  /** Stable name of the rule. */
  readonly cause: string
  /** What was done since. */
  readonly after: string
  /** How the rule is broken now; undefined when it still holds. */
  readonly contradiction: string | undefined
  readonly severity: Severity
}

/** What is derived from other resources follows them. */
export const aggregate: Check<AggregateEvidence> = {
  id: 'aggregate',
  title: 'Derived data follows what it is derived from',
  severity: 'error',
  requirement: 'RFC 9110 §9.3.1: GET transfers a current representation',
  judge({ rule, cause, after, contradiction, severity }) {
    if (contradiction === undefined) return fine
    return [{ cause, expected: `that ${rule}, also after ${after}`, actual: contradiction, severity }]
  },
}
