import { groupBy } from '../../spec/util/group-by.ts'
import { summaryOf, type Case } from '../case.ts'
import { CaseEnd, type Context, type Run } from '../context.ts'
import type { Verdict } from '../events.ts'
import type { PlannedPhase } from '../plan.ts'
import { clearGroup, emptyGroup, type CaseGroup } from '../records/case-group.ts'
import { guarded, type RunEnd } from '../run-end.ts'
import { cleanUp } from './clean-up.ts'
import { createContext } from './create-context.ts'
import { interleaveFairly } from './request-budget.ts'

type Group = readonly Case[]

/**
 * Runs the groups of a phase side by side, and the cases of a group in order. Operations that may change many records run last,
 * alone. Returns why the phase ended early, if it did.
 *
 * @param requests how many the cases may send
 */
export async function runCases(run: Run, phase: PlannedPhase, requests: number): Promise<RunEnd | undefined> {
  const groups = groupsOf(phase, requests)
  const isBulk = ([first]: Group): boolean =>
    first !== undefined && run.api.bulkOperations.has(first.operation)
  const sideBySide = groups.filter((group) => !isBulk(group))
  const alone = groups.filter(isBulk)
  let end: RunEnd | undefined
  const work = async (pending: Group[]): Promise<void> => {
    for (let next = pending.shift(); next; next = pending.shift()) {
      end = (await runGroup(run, next, () => end)) ?? end
      if (!phase.isParallel && !end) end = await guarded(() => cleanUp(run, phase.name))
    }
  }
  const workers = phase.isParallel ? Math.min(run.options.workers, sideBySide.length) : 1
  await Promise.all(Array.from({ length: workers }, () => work(sideBySide)))
  await work(alone)
  return end
}

/** The groups of cases, in an order that tests each in part if there are not enough requests for all. */
function groupsOf({ cases, isParallel, requestsPerCase }: PlannedPhase, requests: number): readonly Group[] {
  const groups = [...groupBy(cases, ({ group }) => group).values()]
  const affordable = requests / requestsPerCase
  return isParallel && affordable < cases.length ? interleaveFairly(groups, affordable) : groups
}

/** Runs the cases of a group; those that are left when the run has ended are skipped. */
async function runGroup(
  run: Run,
  cases: Group,
  ended: () => RunEnd | undefined,
): Promise<RunEnd | undefined> {
  const group = emptyGroup()
  for (const each of cases) {
    const end = ended()
    if (end) finish(run, each, { kind: 'skipped', reason: end.message }, 0)
    else {
      const ownEnd = await runCase(run, each, group)
      if (ownEnd) return ownEnd
    }
  }
  return undefined
}

async function runCase(run: Run, each: Case, group: CaseGroup): Promise<RunEnd | undefined> {
  const context = createContext(run, summaryOf(each), group)
  const started = performance.now()
  run.emit({ kind: 'case-started', case: summaryOf(each) })
  let verdict: Verdict | undefined
  const end = await guarded(async () => {
    verdict = await judged(context, each)
  })
  verdict ??= context.isBroken ? { kind: 'failed' } : { kind: 'skipped', reason: end?.message ?? '' }
  finish(run, each, verdict, performance.now() - started)
  return end
}

/** Runs a case and returns its verdict. */
async function judged(context: Context, each: Case): Promise<Verdict> {
  const verdict = await verdictOf(context, () => each.run(context))
  if (context.run.options.only === undefined || verdict.kind === 'failed' || context.findings > 0)
    return verdict
  // Earlier cases would have shown what conflicts; a replay has none, so its first attempt does.
  clearGroup(context.group)
  return verdictOf(context, () => each.run(context))
}

/** The verdict on work that is done for a case. */
export async function verdictOf(context: Context, work: () => Promise<void>): Promise<Verdict> {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof CaseEnd)) throw error
    if (!context.isBroken) return error.verdict
  }
  return { kind: context.isBroken ? 'failed' : 'passed' }
}

function finish(run: Run, each: Case, verdict: Verdict, milliseconds: number): void {
  run.emit({ kind: 'case-finished', case: summaryOf(each), verdict, milliseconds })
}
