import type { Operation } from '../spec/document.ts'
import type { Admission } from './access/admission.ts'
import type { Answer, Draft, Fixture, Intent } from './interaction.ts'
import type { Api } from './api/api.ts'
import type { Check } from './check.ts'
import type { Client } from './client/client.ts'
import type { Credentials } from './access/credentials.ts'
import type { CaseSummary, RunEvent, Verdict } from './events.ts'
import type { Limits } from './engine/limits.ts'
import type { RunOptions } from './options.ts'
import type { Records } from './records/records.ts'
import type { LearningRedactor } from './findings/redact.ts'
import type { TaintedRecords } from './records/tainted.ts'

/** Ids of findings. */
export interface KnownIds {
  has(id: string): boolean
  add(id: string): void
}

/** Actions on a record of a resource, in order. */
interface ReferenceSteps {
  readonly resource: string
  readonly steps: readonly Operation[]
}

/** What all cases of a run share. */
export interface Run {
  readonly api: Api
  readonly options: RunOptions
  readonly client: Client
  readonly credentials: Credentials
  readonly admission: Admission
  readonly redactor: LearningRedactor
  readonly limits: Limits
  readonly records: Records
  readonly tainted: TaintedRecords
  readonly emit: (event: RunEvent) => void
  /** The command that runs only the case of that path. */
  readonly replay: (path: string) => string
  /** Ids of findings reported so far: one of each is enough. */
  readonly known: KnownIds
  /** Operations whose sunset has come: they answer 410. */
  readonly retired: Set<string>
  /** What was there before and is changed by the run. */
  readonly backups: Map<string, Fixture>
  /** Of operations that take a body which is none: how they answered it; undefined where they refuse it. */
  readonly unread: Map<string, Answer | undefined>
  /** How often an operation has kept still, or has not come to an end, by its id. */
  readonly silences: Map<string, number>
  /** Operations with content that was not read to its end. */
  readonly cut: Set<string>
  /** Operations that have accepted a request, and so have been judged by what they answered. */
  readonly succeeded: Set<string>
  /** Operations that have accepted no request to start from, and what the likeliest was answered with. */
  readonly refusing: Map<string, string>
  /**
   * Actions on the records of a resource without which an operation accepts no reference to them, by the id of the operation;
   * undefined where none were found.
   */
  readonly referenceSteps: Map<string, ReferenceSteps | undefined>
  /** Operations that refuse a new access token, or the token in another form, as they refused it before. */
  readonly closed: Set<string>
  /** Operations that have asked for a condition: 428. */
  readonly conditional: Set<string>
  /** Operations known to give outdated answers: nothing is concluded from them. */
  readonly distrusted: Set<string>
}

/** Ends a case early: nothing more can be learnt from it. */
export class CaseEnd extends Error {
  readonly verdict: Verdict

  constructor(verdict: Verdict) {
    super(verdict.kind === 'inconclusive' || verdict.kind === 'skipped' ? verdict.reason : verdict.kind)
    this.verdict = verdict
  }
}

export const inconclusive = (reason: string): CaseEnd => new CaseEnd({ kind: 'inconclusive', reason })
export const skipped = (reason: string): CaseEnd => new CaseEnd({ kind: 'skipped', reason })

export interface SendOptions {
  readonly credentials?: 'sent' | 'withheld' | 'wrong'
  /** For a method the path does not have: the operation the answer is reported under. */
  readonly foreign?: boolean
  /** The entity tag it names in If-Match. */
  readonly tag?: string | undefined
  /** What was done for it, in order; reproduced by the curl of what its answer breaks. */
  readonly after?: readonly Answer[]
}

/** Where a violation was seen, when it is not simply the answer at hand. */
export interface Where {
  /** The answer that shows it. */
  readonly answer: Answer
  /** Operation to blame; that of the answer when undefined. */
  readonly operation?: Operation
  /** What was done before, in order; reproduced by the finding's curl. */
  readonly after?: readonly Answer[]
  /** It is no answer to what the case is about. */
  readonly isAside?: boolean
}

/** What one case works with. */
export interface Context {
  readonly run: Run
  readonly api: Api
  readonly case: CaseSummary
  /** Sends a request and judges its answer by every check that looks at answers. Throws {@link CaseEnd} when none comes. */
  send(draft: Draft, intent: Intent, options?: SendOptions): Promise<Answer>
  /** Reports what a check has against the evidence; whether that is anything. */
  judge<E>(check: Check<E>, evidence: E, where: Where): boolean
  /** How many findings this case gave, known ones too. */
  readonly findings: number
  /** Whether one of them breaks the contract. */
  readonly isBroken: boolean
  /** A short text that no other request of the run has; from the second attempt on none of an earlier run either. */
  unique(attempt?: number): string
}

/** The operation of a resource's role that can be concluded from: neither retired nor known to be stale. */
export function isTrusted(run: Run, operation: Operation | undefined): operation is Operation {
  return operation !== undefined && !run.retired.has(operation.id) && !run.distrusted.has(operation.id)
}
