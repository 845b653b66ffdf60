import { fine, type Check, type Severity } from '../check.ts'

export interface AggregateEvidence {
  /** The rule, as a clause for people: `total of orders is the sum of its items`. */
  readonly rule: string
  /** Identifies the rule; the same in every run. */
  readonly cause: string
  /** The action that should not have broken it: `DELETE /orders/{id}`. */
  readonly after: string
  /** The values that break the rule; undefined when it still holds. */
  readonly contradiction: string | undefined
  readonly severity: Severity
}

/** A value derived from other records changes when they do. */
export const aggregate: Check<AggregateEvidence> = {
  id: 'aggregate',
  title: 'Derived values stay consistent',
  severity: 'error',
  requirement: 'RFC 9110 §9.3.1: GET transfers a current representation of the resource',
  judge({ rule, cause, after, contradiction, severity }) {
    if (contradiction === undefined) return fine
    return [{ cause, expected: `that ${rule} after ${after}`, actual: contradiction, severity }]
  },
}
