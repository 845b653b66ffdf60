export type Severity = 'error' | 'warning'

/** What a check is. Its `judge` is a pure function beside it, over the evidence that check needs. */
export interface CheckInfo {
  /** Stable, kebab-case: reports, baselines and `--list-checks` name it. */
  readonly id: string
  /** What holds when the check passes, in a few words. */
  readonly title: string
  readonly severity: Severity
  /** The RFC section, or the part of the document, that asks for it. */
  readonly requirement: string
}

/** One way in which an API breaks its contract. */
export interface Violation {
  /** Names the defect without any value that changes between runs: findings of one cause are one finding. */
  readonly cause: string
  readonly expected: string
  readonly actual: string
  /** Closer than the check's own: the document's pointer, or the section. */
  readonly requirement?: string
  /** JSON pointer of the place in the response's body that is at fault, when it is one. */
  readonly at?: string
  /** What it has in common with others that likely have one reason, when they do not say the same. */
  readonly reason?: string
  /** When it differs from the check's own. */
  readonly severity?: Severity
  /** It is the document's own fault: told once, whatever operations meet it. */
  readonly isOfDocument?: true
}

export interface Check<Evidence> extends CheckInfo {
  /** Empty when all is well. */
  judge(evidence: Evidence): readonly Violation[]
}

/** Nothing to say: one shared array. */
export const fine: readonly Violation[] = []
