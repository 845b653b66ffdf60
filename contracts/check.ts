export type Severity = 'error' | 'warning'

/** A check without its `judge` function, as reports and `--list-checks` show it. */
export interface CheckInfo {
  /** Stable, in kebab-case. */
  readonly id: string
  /** What holds when the check passes, as a short sentence without a full stop: `Created records can be read`. */
  readonly title: string
  readonly severity: Severity
  /** The RFC section, or the part of the document, that requires it. */
  readonly requirement: string
}

/** One way in which an API breaks its contract. */
export interface Violation {
  /** Identifies the defect, without values that change between runs: violations with one cause are one finding. */
  readonly cause: string
  /** `expected` and `actual` complete the sentence "expected …; got ….": `404 or 410`, `GET to change nothing`. */
  readonly expected: string
  readonly actual: string
  /** More specific than the check's own requirement: a pointer into the document, or an RFC section. */
  readonly requirement?: string
  /** JSON pointer to the faulty place in the response body, if there is one. */
  readonly at?: string
  /** The same for violations that probably share one cause although their texts differ. */
  readonly reason?: string
  /** Set when it differs from the check's severity. */
  readonly severity?: Severity
  /** Set when the document itself is at fault: reported once for all operations. */
  readonly isOfDocument?: true
}

export interface Check<Evidence> extends CheckInfo {
  /** The violations that the evidence shows; a pure function. */
  judge(evidence: Evidence): readonly Violation[]
}

/** No violations: one shared array. */
export const fine: readonly Violation[] = []
