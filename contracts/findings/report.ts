import { isAcceptance } from '../answer.ts'
import type { OperationSummary, RunIdentity } from '../events.ts'
import type { Recording } from '../recording.ts'
import type { Finding } from './finding.ts'

export interface ReportedFinding extends Omit<Finding, 'expected' | 'actual' | 'reason'> {}

/** The JSON report of a run. */
export interface Report extends RunIdentity {
  readonly durationMs: number
  readonly summary: {
    /** Operations that were selected for checking. */
    readonly operations: number
    /** Those of them that answered a valid request with success. */
    readonly covered: number
    readonly requests: number
    readonly findings: { readonly error: number; readonly warning: number }
  }
  readonly findings: readonly ReportedFinding[]
  /** Findings that are accepted by the baseline or the configuration; not counted in the summary. */
  readonly known: readonly ReportedFinding[]
}

/** The report of a run, complete or not, with findings ordered by operation as in the document. */
export function createReport(recording: Recording): Report {
  const { started, findings, finished } = recording
  const count = (severity: Finding['severity']): number =>
    findings.filter((each) => each.severity === severity).length
  return {
    tool: started.tool,
    version: started.version,
    document: started.document,
    target: started.target,
    seed: started.seed,
    startedAt: started.startedAt,
    durationMs: Math.round(finished?.durationMs ?? 0),
    summary: {
      operations: started.operations.length,
      covered: coveredOperations(recording),
      requests: finished?.requests ?? 0,
      findings: { error: count('error'), warning: count('warning') },
    },
    findings: inOrder(recording).map(withoutParts),
    known: inOrder({ started, findings: recording.known }).map(withoutParts),
  }
}

/** Leaves out what the message already contains. */
function withoutParts(finding: Finding): ReportedFinding {
  const { id, check, severity, operation, title, message, requirement, request, response, curl, replay } =
    finding
  return { id, check, severity, operation, title, message, requirement, request, response, curl, replay }
}

/** The number of operations that accepted a request, or returned 410 after their declared sunset. */
export function coveredOperations({ started, statuses }: Recording): number {
  const isReached = (status: number, { statuses: declared, sunset }: OperationSummary): boolean =>
    isAcceptance(status, declared) || (status === 410 && sunset !== undefined)
  return started.operations.filter((operation) =>
    statuses.some((each) => each.operation === operation.id && isReached(each.status, operation)),
  ).length
}

/** Findings by operation in document order, then by check and id. */
export function inOrder({ started, findings }: Pick<Recording, 'started' | 'findings'>): readonly Finding[] {
  const order = new Map(started.operations.map(({ id }, index) => [id, index]))
  const rank = ({ operation }: Finding): number => order.get(operation) ?? order.size
  return [...findings].sort(
    (a, b) => rank(a) - rank(b) || a.check.localeCompare(b.check) || a.id.localeCompare(b.id),
  )
}
