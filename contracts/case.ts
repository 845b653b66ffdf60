import type { Operation } from '../spec/document.ts'
import { isSafe } from '../spec/http.ts'
import type { Api } from './api/api.ts'
import type { Context } from './context.ts'
import type { CaseSummary, PhaseName } from './events.ts'
import { isLike, isSelected, type RunOptions } from './options.ts'

/** A test case. It does not depend on other cases, so that it can be run alone. */
export interface Case extends CaseSummary {
  /** Cases of one group run one after another and share records; groups run side by side. */
  readonly group: string
  /** May take the target down: it runs after all others, and no other request is sent meanwhile. */
  readonly isRisky?: true
  /** Looks at the target before any case changes it. */
  prepare?(context: Context): Promise<void>
  /** Runs the case: it passes unless violations were found. Throws `CaseEnd` if nothing can be judged. */
  run(context: Context): Promise<void>
}

/** A phase of the run. It plans its cases from the document alone. */
export interface Phase {
  readonly name: PhaseName
  /** Whether its groups may run side by side. */
  readonly isParallel: boolean
  /** The approximate number of requests per case. */
  requestsPerCase(options: RunOptions): number
  plan(api: Api, options: RunOptions): readonly Case[]
}

/** A case as events and reports name it. */
export const summaryOf = ({ path, phase, operation, title }: Case): CaseSummary => ({
  path,
  phase,
  operation,
  title,
})

/** Converts a text to a segment of a case's path, without spaces and slashes. */
export function slug(text: string): string {
  return text.replaceAll(/[^A-Za-z0-9_.-]+/g, '-').replaceAll(/^-+|-+$/g, '') || 'root'
}

/**
 * Whether cases of an operation are worth planning: it is selected, may be called, and the only case to run, if there is one, is its
 * own. For phases that have the operation as the second segment of their paths.
 */
export function isWanted(operation: Operation, options: RunOptions): boolean {
  const { only, readOnly } = options
  const isCallable = isSafe(operation.method) || !readOnly
  const mayHaveOnly = only === undefined || isLike(slug(operation.id), only.split('/')[1] ?? '')
  return isCallable && isSelected(operation, options) && mayHaveOnly
}

/** The cases with paths made unique by a number. */
export function withUniquePaths(cases: readonly Case[]): readonly Case[] {
  const seen = new Map<string, number>()
  return cases.map((each) => {
    const count = (seen.get(each.path) ?? 0) + 1
    seen.set(each.path, count)
    return count === 1 ? each : { ...each, path: `${each.path}-${String(count)}` }
  })
}
