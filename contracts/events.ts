import type { CheckInfo } from './check.ts'
import type { Finding } from './findings/finding.ts'

export const phaseNames = ['examples', 'coverage', 'fuzz', 'stateful', 'lifecycle'] as const
export type PhaseName = (typeof phaseNames)[number]

/** What a proxy sees is no phase of a run, but told in the same way. */
export const trafficPhase = 'traffic'

/**
 * What became of a case. `inconclusive`: the API could not be brought where the case could be judged, or refused for
 * another reason. `skipped`: it was not sent.
 */
export type Verdict =
  | { readonly kind: 'passed' | 'failed' }
  | { readonly kind: 'inconclusive' | 'skipped'; readonly reason: string }

/** A case as reports know it. */
export interface CaseSummary {
  /** Names the case within a plan, and with the seed replays it: `coverage/createPet/body/name/maxLength`. */
  readonly path: string
  readonly phase: PhaseName | typeof trafficPhase
  /** Operation it is about; the resource's name when it is about several. */
  readonly operation: string
  /** What is sent or done, in a few words. */
  readonly title: string
}

/** An operation and the statuses it declares. */
export interface OperationSummary {
  readonly id: string
  readonly method: string
  readonly path: string
  /** `200`, `4XX`, `default`, as written. */
  readonly statuses: readonly string[]
  readonly deprecated: boolean
  /** Since when it is deprecated, in Unix seconds. */
  readonly since: number | undefined
  /** When it ends, in Unix seconds. */
  readonly sunset: number | undefined
  /** `beta`, `stable`, … as the document says it. */
  readonly stability: string | undefined
}

export type StopReason = 'max-requests' | 'max-time' | 'unreachable' | 'interrupted'

/** Which run it is. */
export interface RunIdentity {
  readonly tool: string
  readonly version: string
  readonly document: string
  readonly target: string
  readonly seed: number
  /** ISO 8601. */
  readonly startedAt: string
}

/** All that reporters know, in this order; the only thing they consume. */
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
      /** Sent as the document asks, so that it should be accepted if it can. */
      readonly valid: boolean
    }
  | { readonly kind: 'finding'; readonly finding: Finding }
  /** One that the run was told to expect. */
  | { readonly kind: 'known-finding'; readonly finding: Finding }
  | {
      readonly kind: 'case-finished'
      readonly case: CaseSummary
      readonly verdict: Verdict
      readonly milliseconds: number
    }
  | { readonly kind: 'phase-finished'; readonly phase: PhaseName; readonly milliseconds: number }
  /** Something worth knowing that is no finding: a record that could not be deleted, a schema nothing was made of. */
  | { readonly kind: 'note'; readonly message: string }
  | { readonly kind: 'stopped'; readonly reason: StopReason; readonly message: string }
  | { readonly kind: 'run-finished'; readonly requests: number; readonly durationMs: number }
