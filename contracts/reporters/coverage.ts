import type { CaseSummary, OperationSummary, Verdict } from '../events.ts'
import { groupBy } from '../../spec/util/group-by.ts'
import type { Recording, StatusCount } from './recording.ts'

/** A status of an operation and how often it was seen. */
export interface StatusCoverage {
  /** `200`, `4XX` or `default` as declared, or one that came undeclared. */
  readonly status: string
  readonly declared: boolean
  readonly count: number
  /** The statuses counted, when they are not that one. */
  readonly seen: readonly number[]
}

export interface CaseOutcome {
  readonly case: CaseSummary
  /** Undefined when the run ended before it. */
  readonly verdict: Verdict | undefined
}

/** The cases of one parameter, of one property of the body, or of a phase that is not about either. */
export interface PartCoverage {
  /** `query limit`, `body name`, `body`; `request` for the whole of one, the phase when it is about several. */
  readonly title: string
  readonly cases: readonly CaseOutcome[]
}

/** How well an operation was reached; or a resource, which has neither a method nor statuses. */
export interface SubjectCoverage {
  readonly id: string
  readonly operation: OperationSummary | undefined
  readonly statuses: readonly StatusCoverage[]
  readonly requests: number
  readonly findings: number
  readonly parts: readonly PartCoverage[]
}

/** Operations in the document's order, then resources. */
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

/** A status counts for its own declaration, else for that of its class, else for `default` (OpenAPI 3.0.4 §4.7.16). */
function statusesOf(declared: readonly string[], counts: readonly StatusCount[]): readonly StatusCoverage[] {
  const declarationOf = ({ status }: StatusCount): string => {
    const exact = String(status)
    return [exact, `${String(exact[0])}XX`, 'default'].find((each) => declared.includes(each)) ?? exact
  }
  const byDeclaration = groupBy(counts, declarationOf)
  return [...new Set([...declared, ...byDeclaration.keys()])].map((status) => {
    const its = byDeclaration.get(status) ?? []
    return {
      status,
      declared: declared.includes(status),
      count: its.reduce((sum, { count }) => sum + count, 0),
      seen: its.map((each) => each.status).filter((each) => String(each) !== status),
    }
  })
}

/** Every status column of the map: numbers, classes, `default`. */
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
