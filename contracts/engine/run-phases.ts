import { undescribedResponses } from '../api/undescribed.ts'
import { summaryOf } from '../case.ts'
import { skipped, type Run } from '../context.ts'
import type { Plan, PlannedPhase } from '../plan.ts'
import { emptyGroup } from '../records/case-group.ts'
import { guarded, RunEnd } from '../run-end.ts'
import { cleanUp, putBack, reportRemaining } from './clean-up.ts'
import { createContext, withoutFindings } from './create-context.ts'
import { describeTarget } from './describe-answers.ts'
import { atMost, type Limits } from './limits.ts'
import { logIn } from './log-in.ts'
import { shareOf } from './request-budget.ts'
import { runCases, verdictOf } from './run-cases.ts'

/** The part of a phase's requests that its cases may use; the rest is kept for cleaning up. */
const partForCases = 0.8

/** Runs the phases of a plan, and cleans up however they end. */
export async function runPhases(run: Run, plan: Plan): Promise<void> {
  let current = run
  const loggedIn = await guarded(async () => {
    current = await logIn(run)
  })
  const end = loggedIn ?? (await prepare(current, plan)) ?? (await runInOrder(current, plan))
  noteLimits(current)
  if (end) current.emit({ kind: 'stopped', reason: end.reason, message: end.message })
  if (end?.reason !== 'unreachable') await tidyUp(current, plan)
}

/** Lets cases look at the target before anything is changed, with at most a quarter of the requests. */
async function prepare(run: Run, { phases, maxRequests }: Plan): Promise<RunEnd | undefined> {
  const limits = atMost(Math.max(20, maxRequests / 4), run.limits, () =>
    skipped('Preparing it takes too many requests.'),
  )
  for (const each of phases.flatMap(({ cases }) => cases)) {
    if (!each.prepare) continue
    const context = createContext({ ...withoutFindings(run), limits }, summaryOf(each), emptyGroup())
    const end = await guarded(
      async () => void (await verdictOf(context, async () => each.prepare?.(context))),
    )
    if (end) return end
  }
  return undefined
}

/** Runs the phases one after another, each within its share of the requests. Returns why they ended early, if they did. */
async function runInOrder(run: Run, { phases, maxRequests }: Plan): Promise<RunEnd | undefined> {
  const needs = phases.map(({ cases, requestsPerCase }) => cases.length * requestsPerCase)
  let cut: RunEnd | undefined
  for (const [index, phase] of phases.entries()) {
    const isFirstFinal = phase.isFinal && !phases[index - 1]?.isFinal
    const beforeIt = isFirstFinal ? await guarded(() => putAllBack(run, phase)) : undefined
    if (beforeIt) return beforeIt
    const share = shareOf(maxRequests - run.limits.requests, needs.slice(index))
    const forCases = index === phases.length - 1 ? share : Math.ceil(share * partForCases)
    const end = await runPhase(run, phase, { share, forCases, maxRequests })
    // A phase that used up its share does not end the run: later phases have shares of their own.
    if (isCut(end)) cut ??= end
    else if (end) return end
  }
  return cut
}

/** Numbers of requests. */
interface Budget {
  /** For the phase and cleaning up after it. */
  readonly share: number
  readonly forCases: number
  /** For the whole run. */
  readonly maxRequests: number
}

async function runPhase(
  run: Run,
  phase: PlannedPhase,
  { share, forCases, maxRequests }: Budget,
): Promise<RunEnd | undefined> {
  const within = (requests: number, limits: Limits): Limits =>
    atMost(requests, limits, () => tooLittle(maxRequests, phase))
  const limits = within(share, run.limits)
  const started = performance.now()
  run.emit({ kind: 'phase-started', phase: phase.name, cases: phase.cases.length })
  const end = await runCases({ ...run, limits: within(forCases, limits) }, phase, forCases)
  const goesOn = !end || isCut(end)
  const removal = goesOn ? await guarded(() => cleanUp({ ...run, limits }, phase.name)) : undefined
  run.emit({ kind: 'phase-finished', phase: phase.name, milliseconds: performance.now() - started })
  return removal && !isCut(removal) ? removal : end
}

const isCut = (end: RunEnd | undefined): boolean => end?.reason === 'max-requests'

const tooLittle = (maxRequests: number, { name }: PlannedPhase): RunEnd =>
  new RunEnd(
    'max-requests',
    `The limit of ${String(maxRequests)} requests is too low for all ${name} cases. Raise it with --max-requests.`,
  )

/** Notes what the run could not test, or could not conclude. */
function noteLimits(run: Run): void {
  const partly = [...run.api.generator.cut].map(
    (pointer) => `${pointer} was tested only in part: it is too large, or has too many combinations.`,
  )
  for (const message of [...partly, ...describeTarget(run), ...undescribedResponses(run.api)])
    run.emit({ kind: 'note', message })
}

/** Cleans up at the end of a run, whatever limit ended it, and reports what remains. */
async function tidyUp(run: Run, { phases }: Plan): Promise<void> {
  const last = phases.at(-1)
  if (last) {
    run.limits.release()
    await guarded(() => cleanUp(run, last.name, true))
    run.limits.release()
    await guarded(() => putBack(run, last.name, true))
  }
  reportRemaining(run)
}

async function putAllBack(run: Run, { name }: PlannedPhase): Promise<void> {
  await cleanUp(run, name, true)
  await putBack(run, name)
}
