import { groupBy } from '../../spec/util/group-by.ts'
import type { CaseSummary, OperationSummary, Verdict } from '../events.ts'
import type { Recording, StatusCount } from '../recording.ts'

/** A status of an operation and how often it was seen. */
export interface StatusCoverage {
  /** `200`, `4XX` or `default` as declared, or an undeclared status that was seen. */
  readonly status: string
  readonly declared: boolean
  readonly count: number
  /** The actual statuses, where they differ from `status`. */
  readonly seen: readonly number[]
}

export interface CaseOutcome {
  readonly case: CaseSummary
  /** Undefined when the run ended before the case. */
  readonly verdict: Verdict | undefined
}

/** The cases of one parameter or body property, or those of a phase. */
export interface PartCoverage {
  /** `query limit`, `body name`, `body`; `request` for cases about the request as a whole, otherwise the phase. */
  readonly title: string
  readonly cases: readonly CaseOutcome[]
}

/** The coverage of an operation, or of a resource, which has no method and no statuses. */
export interface SubjectCoverage {
  readonly id: string
  readonly operation: OperationSummary | undefined
  readonly statuses: readonly StatusCoverage[]
  readonly requests: number
  readonly findings: number
  readonly parts: readonly PartCoverage[]
}

/** The coverage of every operation, in document order, then of every resource. */
export function coverageOf({ started, cases, statuses, findings }: Recording): readonly SubjectCoverage[] {
  const verdicts = new Map(cases.map(({ case: { path }, verdict }) => [path, verdict]))
  const outcomes = started.cases.map((each) => ({ case: each, verdict: verdicts.get(each.path) }))
  const bySubject = groupBy(outcomes, (each) => each.case.operation)
  const counted = groupBy(statuses, (each) => each.operation)
  const found = groupBy(findings, (each) => each.operation)
  const known = new Map(started.operations.map((operation) => [operation.id, operation]))
  return [...new Set([...known.keys(), ...bySubject.keys()])].map((id) => {
    const counts = counted.get(id) ?? []
    return {
      id,
      operation: known.get(id),
      statuses: statusesOf(known.get(id)?.statuses ?? [], counts),
      requests: counts.reduce((sum, { count }) => sum + count, 0),
      findings: found.get(id)?.length ?? 0,
      parts: partsOf(bySubject.get(id) ?? []),
    }
  })
}

/** Counts a status for its exact declaration, else for its class, else for `default` (OpenAPI 3.0.4 §4.7.16). */
function statusesOf(declared: readonly string[], counts: readonly StatusCount[]): readonly StatusCoverage[] {
  const declarationOf = ({ status }: StatusCount): string => {
    const exact = String(status)
    return [exact, `${String(exact[0])}XX`, 'default'].find((each) => declared.includes(each)) ?? exact
  }
  const byDeclaration = groupBy(counts, declarationOf)
  return [...new Set([...declared, ...byDeclaration.keys()])].map((status) => {
    const seen = byDeclaration.get(status) ?? []
    return {
      status,
      declared: declared.includes(status),
      count: seen.reduce((sum, { count }) => sum + count, 0),
      seen: seen.map((each) => each.status).filter((each) => String(each) !== status),
    }
  })
}

/** The columns of the coverage table: numbers and classes in order, then `default`. */
export function statusColumns(coverage: readonly SubjectCoverage[]): readonly string[] {
  const rank = (status: string): string => (status === 'default' ? '6' : status.replace('XX', 'z'))
  const all = new Set(coverage.flatMap(({ statuses }) => statuses.map(({ status }) => status)))
  return [...all].sort((a, b) => (rank(a) < rank(b) ? -1 : 1))
}

function partsOf(outcomes: readonly CaseOutcome[]): readonly PartCoverage[] {
  return [...groupBy(outcomes, ({ case: each }) => partOf(each))].map(([title, cases]) => ({ title, cases }))
}

const places = new Set(['path', 'query', 'header', 'cookie', 'body'])

/** A case's path is `phase/operation/place/name/what`, or `phase/operation/what`. */
function partOf({ path, phase }: CaseSummary): string {
  const [place = '', ...rest] = path.split('/').slice(2)
  if (!places.has(place)) return phase === 'examples' || phase === 'coverage' ? 'request' : phase
  const name = rest.length > 1 ? rest[0] : undefined
  return name === undefined || name === 'root' ? place : `${place} ${name}`
}
