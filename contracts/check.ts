export type Severity = 'error' | 'warning'

/** Describes a check; {@link Check} adds the function that judges. */
export interface CheckInfo {
  /** Stable, in kebab-case: reports, baselines and `--list-checks` name it. */
  readonly id: string
  /** What holds when the check passes, as a short sentence. */
  readonly title: string
  readonly severity: Severity
  /** The RFC section, or the part of the document, that requires it. */
  readonly requirement: string
}

/** One way in which an API breaks its contract. */
export interface Violation {
  /** Identifies the defect without values that change between runs: violations with one cause are one finding. */
  readonly cause: string
  readonly expected: string
  readonly actual: string
  /** More specific than the check's own: a pointer into the document, or a section. */
  readonly requirement?: string
  /** JSON pointer to the offending part of the response body, if there is one. */
  readonly at?: string
  /** What it has in common with other violations that probably have the same reason. */
  readonly reason?: string
  /** Overrides the check's own severity. */
  readonly severity?: Severity
  /** The document itself is at fault: reported once, whichever operations show it. */
  readonly isOfDocument?: true
}

export interface Check<Evidence> extends CheckInfo {
  /** The violations that the evidence shows. Pure. */
  judge(evidence: Evidence): readonly Violation[]
}

/** No violations: one shared array. */
export const fine: readonly Violation[] = []
