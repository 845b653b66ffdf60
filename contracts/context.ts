import type { Operation } from '../spec/document.ts'
import type { Resource } from '../spec/resources.ts'
import type { CredentialWatch } from './access/credential-watch.ts'
import type { Credentials } from './access/credentials.ts'
import type { Api } from './api/api.ts'
import type { Check } from './check.ts'
import type { Client } from './client/client.ts'
import type { Limits } from './engine/limits.ts'
import type { CaseSummary, RunEvent, Verdict } from './events.ts'
import type { LearningRedactor } from './findings/redact.ts'
import type { Answer, Draft, Fixture, Intent } from './interaction.ts'
import type { RunOptions } from './options.ts'
import type { CaseGroup, Control, InstantiateOptions } from './records/case-group.ts'
import type { Records } from './records/records.ts'
import type { TaintedRecords } from './records/tainted-records.ts'
import type { RequestTemplate } from './requests/templates.ts'
import type { RunState } from './run-state.ts'

/** What all cases of a run share. */
export interface Run extends RunState {
  readonly api: Api
  readonly options: RunOptions
  readonly client: Client
  readonly credentials: Credentials
  readonly credentialWatch: CredentialWatch
  readonly redactor: LearningRedactor
  readonly limits: Limits
  readonly records: Records
  readonly tainted: TaintedRecords
  readonly emit: (event: RunEvent) => void
  /** Returns the command that runs only the case with this path. */
  readonly replay: (path: string) => string
}

/** Thrown to end a case early with a verdict. */
export class CaseEnd extends Error {
  readonly verdict: Verdict

  constructor(verdict: Verdict) {
    super(verdict.kind === 'inconclusive' || verdict.kind === 'skipped' ? verdict.reason : verdict.kind)
    this.verdict = verdict
  }
}

export const inconclusive = (reason: string): CaseEnd => new CaseEnd({ kind: 'inconclusive', reason })
export const skipped = (reason: string): CaseEnd => new CaseEnd({ kind: 'skipped', reason })

/** What the work leads to; undefined if it would end the case. */
export async function unlessEnded<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work
  } catch (error) {
    if (error instanceof CaseEnd) return undefined
    throw error
  }
}

export interface SendOptions {
  readonly credentials?: 'sent' | 'withheld' | 'wrong'
  /** Set if the path does not have the request's method: the response is not judged by what the draft's operation declares. */
  readonly foreign?: boolean
  /** The entity tag to send in If-Match. */
  readonly tag?: string | undefined
  /** The requests that had to precede this one, in order; the curl script of a finding repeats them. */
  readonly after?: readonly Answer[]
}

/** Where a violation was seen. */
export interface Where {
  /** The answer that shows it. */
  readonly answer: Answer
  /** The operation to blame; that of the answer by default. */
  readonly operation?: Operation
  /** The requests that had to precede it, in order; the curl script of the finding repeats them. */
  readonly after?: readonly Answer[]
  /** Whether the request only prepared the case, which is about another operation. */
  readonly isAside?: boolean
}

/** What one case works with. */
export interface Context {
  readonly run: Run
  readonly api: Api
  readonly case: CaseSummary
  /** What this case shares with others. */
  readonly group: CaseGroup
  /** Returns an accepted request of the operation; searched for once per group. */
  control(operation: Operation): Promise<Control>
  /** Returns a record to work on, an existing or a new one; undefined when the API provides none. */
  fixture(resource: Resource, options?: InstantiateOptions): Promise<Fixture | undefined>
  /** Makes a request of a template, with ids of existing records and unique strings. */
  instantiate(operation: Operation, template: RequestTemplate, options?: InstantiateOptions): Promise<Draft>
  /** Sends a request, and judges the response by every check that applies to single responses. Throws {@link CaseEnd} if there is none. */
  send(draft: Draft, intent: Intent, options?: SendOptions): Promise<Answer>
  /** Reports the violations that a check finds in the evidence. Returns whether there are any. */
  judge<E>(check: Check<E>, evidence: E, where: Where): boolean
  /** The number of violations in this case, including those reported before. */
  readonly findings: number
  /** Whether one of them breaks the contract. */
  readonly isBroken: boolean
  /** Returns a short text that no other request of the run has; from the second attempt on, no earlier run had it either. */
  unique(attempt?: number): string
}

/** Whether conclusions can be drawn from an operation's responses: it is neither retired nor known to be stale. */
export function isTrusted(run: Run, operation: Operation | undefined): operation is Operation {
  return operation !== undefined && !run.retired.has(operation.id) && !run.stale.has(operation.id)
}
