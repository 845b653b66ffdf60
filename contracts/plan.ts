import type { Document } from '../spec/document.ts'
import { describeApi, type Api } from './api/api.ts'
import { withUniquePaths, type Case } from './case.ts'
import { checkNames } from './config/check-names.ts'
import { defaultBudget } from './engine/request-budget.ts'
import type { CaseSummary, OperationSummary, PhaseName } from './events.ts'
import { isExcluded, isLike, isSelected, type RunOptions } from './options.ts'
import { coverage } from './phases/coverage.ts'
import { examples } from './phases/examples.ts'
import { fuzz } from './phases/fuzz.ts'
import { lifecycle } from './phases/lifecycle.ts'
import { stateful } from './phases/stateful.ts'
import { groupsOfShard } from './shard.ts'

export interface PlannedPhase {
  readonly name: PhaseName
  readonly isParallel: boolean
  readonly requestsPerCase: number
  readonly cases: readonly Case[]
  /** Whether the API may refuse everything else after it, as it does after logging out with the only token. */
  readonly isFinal: boolean
}

/** Everything a run would do, derived from the document alone. */
export interface Plan {
  readonly api: Api
  readonly options: RunOptions
  readonly maxRequests: number
  readonly operations: readonly OperationSummary[]
  readonly phases: readonly PlannedPhase[]
}

const phases = [examples, coverage, fuzz, stateful, lifecycle]

/**
 * Plans the cases of a run. Sends no requests; the same input gives the same plan. Throws a `ConfigError` for names in the options
 * that do not exist.
 */
export function createPlan(document: Document, options: RunOptions): Plan {
  const api = describeApi(document, (operation) => isExcluded(operation, options))
  checkNames(document, api.declared, options)
  const selected = api.operations.filter((each) => isSelected(each, options))
  const ids = new Set(selected.map(({ id }) => id))
  const { only } = options
  const isSelectedCase = ({ path, operation }: CaseSummary): boolean =>
    (only === undefined || isLike(path, only)) && (!api.byId.has(operation) || ids.has(operation))
  const planned = phases
    .filter(({ name }) => options.phases.includes(name) && (only ?? name).split('/')[0] === name)
    .map((phase) => ({
      name: phase.name,
      isParallel: phase.isParallel,
      requestsPerCase: phase.requestsPerCase(options),
      cases: withUniquePaths(phase.plan(api, options)).filter(isSelectedCase),
    }))
  return {
    api,
    options,
    maxRequests: options.maxRequests ?? defaultBudget(selected.length, options.fuzzRequests),
    operations: selected.map(
      ({ id, method, path, responses, lifecycle: { deprecated, since, sunset, stability } }) => ({
        id,
        method,
        path,
        deprecated,
        since,
        sunset,
        stability,
        statuses: responses.map(({ status }) => status),
      }),
    ),
    phases: inOrder(api, inShard(planned, options)).filter(({ cases }) => cases.length > 0),
  }
}

/**
 * The phases in the order they run in. What may end the server, and then what may put the API out of service, is left to the end, one
 * case at a time: nothing else is lost then, and the culprit is known. Cases that may end the server share their records.
 */
function inOrder(
  { riskyOperations }: Api,
  planned: readonly Omit<PlannedPhase, 'isFinal'>[],
): readonly PlannedPhase[] {
  const riskOf = (each: Case): number => (riskyOperations.has(each.operation) ? 2 : each.isRisky ? 1 : 0)
  return [0, 1, 2].flatMap((risk) =>
    planned.map((phase) => ({
      ...phase,
      isParallel: phase.isParallel && risk === 0,
      isFinal: risk === 2,
      cases: phase.cases
        .filter((each) => riskOf(each) === risk)
        .map((each) => (risk === 1 ? { ...each, group: 'risky' } : each)),
    })),
  )
}

function inShard<T extends Pick<PlannedPhase, 'cases'>>(
  planned: readonly T[],
  { shard, only }: RunOptions,
): readonly T[] {
  if (!shard || only !== undefined) return planned
  const groups = groupsOfShard(
    planned.flatMap(({ cases }) => cases),
    shard,
  )
  return planned.map((phase) => ({ ...phase, cases: phase.cases.filter(({ group }) => groups.has(group)) }))
}

/** The plan as text: how many cases there are, then each case by phase. */
export function describePlan({ phases: planned, operations }: Plan): string {
  const count = planned.reduce((sum, { cases }) => sum + cases.length, 0)
  const head = `${String(count)} cases for ${String(operations.length)} operations in ${String(planned.length)} phases`
  const body = planned.flatMap(({ name, cases }) => [
    '',
    `${name} (${String(cases.length)})`,
    ...cases.map(({ path, title }) => `  ${path}\n      ${title}`),
  ])
  return [head, ...body].join('\n')
}
