import type { CheckInfo } from './check.ts'
import type { Finding } from './findings/finding.ts'

export const phaseNames = ['examples', 'coverage', 'fuzz', 'stateful', 'lifecycle'] as const
export type PhaseName = (typeof phaseNames)[number]

/** The phase of cases from real traffic seen by the proxy. */
export const trafficPhase = 'traffic'

/**
 * The result of a case. `inconclusive`: the API could not be brought into the state the case needs, or refused a request for
 * another reason. `skipped`: nothing was sent.
 */
export type Verdict =
  | { readonly kind: 'passed' | 'failed' }
  | { readonly kind: 'inconclusive' | 'skipped'; readonly reason: string }

/** A case as reports know it. */
export interface CaseSummary {
  /** Identifies the case within a plan, and replays it together with the seed: `coverage/createPet/body/name/maxLength`. */
  readonly path: string
  readonly phase: PhaseName | typeof trafficPhase
  /** Id of the operation it is about; the resource's name when it is about several. */
  readonly operation: string
  /** What is sent or done, as a short phrase. */
  readonly title: string
}

/** An operation and the statuses it declares. */
export interface OperationSummary {
  readonly id: string
  readonly method: string
  readonly path: string
  /** As written in the document: `200`, `4XX`, `default`. */
  readonly statuses: readonly string[]
  readonly deprecated: boolean
  /** When it was deprecated, in Unix seconds. */
  readonly since: number | undefined
  /** When it will be removed, in Unix seconds. */
  readonly sunset: number | undefined
  /** As written in the document: `beta`, `stable`, … */
  readonly stability: string | undefined
}

export type StopReason = 'max-requests' | 'max-time' | 'unreachable' | 'interrupted'

/** Identifies a run. */
export interface RunIdentity {
  readonly tool: string
  readonly version: string
  readonly document: string
  readonly target: string
  readonly seed: number
  /** ISO 8601. */
  readonly startedAt: string
}

/** The events of a run, in order: the only input of reporters. */
export type RunEvent =
  | (RunIdentity & {
      readonly kind: 'run-started'
      readonly operations: readonly OperationSummary[]
      readonly cases: readonly CaseSummary[]
      readonly checks: readonly CheckInfo[]
    })
  | { readonly kind: 'phase-started'; readonly phase: PhaseName; readonly cases: number }
  | { readonly kind: 'case-started'; readonly case: CaseSummary }
  /** A request of an operation was answered. */
  | {
      readonly kind: 'answered'
      readonly operation: string
      readonly status: number
      readonly milliseconds: number
      /** The request was valid by the document, so that it should be accepted. */
      readonly valid: boolean
    }
  | { readonly kind: 'finding'; readonly finding: Finding }
  /** A finding that the run's options expect. */
  | { readonly kind: 'known-finding'; readonly finding: Finding }
  | {
      readonly kind: 'case-finished'
      readonly case: CaseSummary
      readonly verdict: Verdict
      readonly milliseconds: number
    }
  | { readonly kind: 'phase-finished'; readonly phase: PhaseName; readonly milliseconds: number }
  /** Something worth knowing that is not a finding, such as a record that could not be deleted. */
  | { readonly kind: 'note'; readonly message: string }
  | { readonly kind: 'stopped'; readonly reason: StopReason; readonly message: string }
  | { readonly kind: 'run-finished'; readonly requests: number; readonly durationMs: number }
