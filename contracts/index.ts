import { documentOf, type DocumentSource } from './api/document-source.ts'
import type { Target } from './client/target.ts'
import type { RunEvent } from './events.ts'
import type { ReplayOptions } from './findings/replay.ts'
import { createReport, type Report } from './findings/report.ts'
import { isBreaking, runDefaults, withDefaults, type RunOptions } from './options.ts'
import { createPlan } from './plan.ts'
import { recordPlan } from './record-plan.ts'
import type { Recording } from './recording.ts'

export type { Recording } from './recording.ts'
export type { Report, ReportedFinding } from './findings/report.ts'
export type { Finding } from './findings/finding.ts'
export type { RunEvent } from './events.ts'
export type { RunOptions } from './options.ts'
export type { Target } from './client/target.ts'
export type { DocumentSource } from './api/document-source.ts'
export { SpecError } from '../spec/problems/spec-error.ts'
export { defineConfig, type StablehandConfig } from './config/config.ts'

export interface ContractOptions extends Partial<RunOptions> {
  /** Base URL of the API, or a handler in this process: a fetch handler, or a Node request listener such as an Express app. */
  readonly target: Target
  /** OpenAPI document; the Pet Store by default. */
  readonly document?: DocumentSource
  /** Called with every event as it happens. */
  readonly onEvent?: (event: RunEvent) => void
  readonly signal?: AbortSignal
  /** Options that replay commands spell out when a configuration file has the rest; by default all of them. */
  readonly replay?: Omit<ReplayOptions, 'seed'>
}

/** Tests an API against its document. Rejects with a `SpecError` when the document cannot be used. */
export async function runContract(options: ContractOptions): Promise<Report> {
  return createReport(await recordContract(options))
}

/** As {@link runContract}, but resolves with the whole recording of the run. */
export async function recordContract({
  target,
  document,
  onEvent,
  signal,
  replay,
  ...given
}: ContractOptions): Promise<Recording> {
  const plan = createPlan(await documentOf(document), withDefaults(given))
  return recordPlan(plan, { target, onEvent, signal, replay })
}

/** As {@link runContract}, but rejects with a {@link ContractError} when the API breaks its contract or is not reachable. */
export async function assertContract(options: ContractOptions): Promise<Report> {
  const recording = await recordContract(options)
  const report = createReport(recording)
  const { failOn = runDefaults.failOn } = options
  if (recording.stopped?.reason === 'unreachable') throw new ContractError(recording.stopped.message, report)
  if (report.findings.some((each) => isBreaking(each, { failOn })))
    throw new ContractError(describe(report), report)
  return report
}

/** The API breaks its contract, as `report` describes. */
export class ContractError extends Error {
  override readonly name = 'ContractError'
  readonly report: Report

  constructor(message: string, report: Report) {
    super(message)
    this.report = report
  }
}

function describe({ findings }: Report): string {
  const lines = findings.map(({ operation, check, message }) => `  ${operation}: ${message} (${check})`)
  return [`The contract is broken in ${String(findings.length)} places:`, ...lines].join('\n')
}
