import { groupBy } from '../spec/util/group-by.ts'
import { createCredentialWatch } from './access/credential-watch.ts'
import { accessTokenVariable, type Credentials } from './access/credentials.ts'
import { undescribedResponses } from './api/undescribed.ts'
import type { Case } from './case.ts'
import type { Client } from './client/client.ts'
import { CaseEnd, skipped, type Context, type Run } from './context.ts'
import { enabledChecks } from './enabled-checks.ts'
import { cleanUp, putBack, reportRemaining } from './engine/clean-up.ts'
import { createContext, withoutFindings } from './engine/create-context.ts'
import { describeTarget } from './engine/describe-answers.ts'
import { createEventQueue } from './engine/event-queue.ts'
import { atMost, createLimits, type Limits } from './engine/limits.ts'
import { logIn } from './engine/log-in.ts'
import { interleaveFairly, shareOf } from './engine/request-budget.ts'
import { tool } from './engine/tool.ts'
import type { CaseSummary, RunEvent, Verdict } from './events.ts'
import { redactEvent } from './findings/redact-event.ts'
import { createRedactor } from './findings/redact.ts'
import type { Plan, PlannedPhase } from './plan.ts'
import { clearGroup, emptyGroup } from './records/case-group.ts'
import { createRecords } from './records/records.ts'
import { createTaintedRecords } from './records/tainted-records.ts'
import { operationData } from './requests/operation-data.ts'
import { RunEnd } from './run-end.ts'
import { createRunState } from './run-state.ts'

export interface RunInput {
  readonly plan: Plan
  readonly client: Client
  readonly credentials: Credentials
  /** Returns the command that runs only the case with this path. */
  readonly replay: (path: string) => string
  readonly signal?: AbortSignal | undefined
}

/** Runs a plan. The last event is always `run-finished`; only a bug in the runner itself makes it throw. */
export async function* runPlan(input: RunInput): AsyncGenerator<RunEvent, void, undefined> {
  const queue = createEventQueue<RunEvent>()
  const work = carryOut(input, queue.push).then(queue.close, queue.fail)
  yield* queue.events()
  await work
}

async function carryOut(
  { plan, client, credentials, replay, signal }: RunInput,
  emit: (event: RunEvent) => void,
): Promise<void> {
  const { api } = plan
  const options = { ...plan.options, operations: operationData(api, plan.options) }
  const started = performance.now()
  const { maxRequests } = plan
  const { maxTime, rate } = options
  const limits = createLimits({ maxRequests, maxTime, rate, signal })
  const records = createRecords(api, client.target)
  const redactor = createRedactor(credentials.secrets)
  credentials.tokens?.listen((value) => redactor.learn({ value, variable: accessTokenVariable }))
  const run: Run = {
    ...createRunState(),
    api,
    options,
    client,
    credentials,
    limits,
    replay,
    redactor,
    emit: (event) => emit(redactEvent(event, redactor)),
    records,
    tainted: createTaintedRecords(api, records),
    credentialWatch: createCredentialWatch(),
  }
  emit({
    kind: 'run-started',
    ...tool,
    document: api.document.source,
    target: client.target,
    seed: options.seed,
    startedAt: new Date().toISOString(),
    operations: plan.operations,
    cases: plan.phases.flatMap(({ cases }) => cases.map(summaryOf)),
    checks: enabledChecks(options),
  })
  await runPhases(run, plan)
  emit({ kind: 'run-finished', requests: limits.requests, durationMs: performance.now() - started })
}

const summaryOf = ({ path, phase, operation, title }: Case): CaseSummary => ({
  path,
  phase,
  operation,
  title,
})

/** The part of a phase's requests that its cases may use; the rest is kept for cleaning up. */
const partForCases = 0.8

/** Runs the phases one after another, each within its share of the requests, and cleans up however the run ends. */
async function runPhases(visiting: Run, { phases, maxRequests }: Plan): Promise<void> {
  const needs = phases.map(({ cases, requestsPerCase }) => cases.length * requestsPerCase)
  let run = visiting
  let end = await guarded(async () => {
    run = await logIn(visiting)
  })
  end ??= await prepare(run, phases, maxRequests)
  let cut: RunEnd | undefined
  for (const [index, phase] of phases.entries()) {
    if (phase.isFinal && !phases[index - 1]?.isFinal)
      end ??= await guarded(async () => {
        await cleanUp(run, phase.name, true)
        await putBack(run, phase.name)
      })
    if (end) break
    const started = performance.now()
    run.emit({ kind: 'phase-started', phase: phase.name, cases: phase.cases.length })
    const share = shareOf(maxRequests - run.limits.requests, needs.slice(index))
    const forCases = phase === phases.at(-1) ? share : Math.ceil(share * partForCases)
    const within = (requests: number, limits: Limits): Limits =>
      atMost(requests, limits, () => tooLittle(maxRequests, phase))
    const limits = within(share, run.limits)
    const phaseEnd = await runPhase({ ...run, limits: within(forCases, limits) }, phase, forCases)
    // A phase that used up its share does not end the run: later phases have shares of their own.
    if (isCut(phaseEnd)) cut ??= phaseEnd
    else end = phaseEnd
    const removal = end ? undefined : await guarded(() => cleanUp({ ...run, limits }, phase.name))
    if (!isCut(removal)) end ??= removal
    run.emit({ kind: 'phase-finished', phase: phase.name, milliseconds: performance.now() - started })
  }
  end ??= cut
  for (const pointer of run.api.generator.cut)
    run.emit({
      kind: 'note',
      message: `${pointer} was tested only in part: it is too large, or has too many combinations.`,
    })
  for (const message of [...describeTarget(run), ...undescribedResponses(run.api)])
    run.emit({ kind: 'note', message })
  if (end) run.emit({ kind: 'stopped', reason: end.reason, message: end.message })
  if (end?.reason === 'unreachable') return
  const last = phases.at(-1)
  const tidy = async (work: () => Promise<void>): Promise<void> => {
    run.limits.release()
    await guarded(work)
  }
  if (last) await tidy(() => cleanUp(run, last.name, true))
  if (last) await tidy(() => putBack(run, last.name, true))
  reportRemaining(run)
}

/** Lets cases look at the target before anything is changed, with at most a quarter of the requests. */
async function prepare(
  run: Run,
  phases: readonly PlannedPhase[],
  maxRequests: number,
): Promise<RunEnd | undefined> {
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

const isCut = (end: RunEnd | undefined): boolean => end?.reason === 'max-requests'

const tooLittle = (maxRequests: number, { name }: PlannedPhase): RunEnd =>
  new RunEnd(
    'max-requests',
    `The limit of ${String(maxRequests)} requests is too low for all ${name} cases. Raise it with --max-requests.`,
  )

async function guarded(work: () => Promise<void>): Promise<RunEnd | undefined> {
  try {
    await work()
    return undefined
  } catch (error) {
    if (error instanceof RunEnd) return error
    throw error
  }
}

/** Runs groups concurrently, and the cases of a group in order. Operations that may change many records run last, alone. */
async function runPhase(
  run: Run,
  { name, cases, isParallel, requestsPerCase }: PlannedPhase,
  requests: number,
): Promise<RunEnd | undefined> {
  const all = [...groupBy(cases, ({ group }) => group).values()]
  const { bulkOperations } = run.api
  const affordable = requests / requestsPerCase
  const groups = isParallel && affordable < cases.length ? [...interleaveFairly(all, affordable)] : all
  const isBulk = ([first]: readonly Case[]): boolean =>
    first !== undefined && bulkOperations.has(first.operation)
  const alone = groups.filter(isBulk)
  const concurrent = groups.filter((group) => !isBulk(group))
  let end: RunEnd | undefined
  const work = async (pending: (readonly Case[])[]): Promise<void> => {
    for (let next = pending.shift(); next; next = pending.shift()) {
      end = (await runGroup(run, next, () => end)) ?? end
      if (!isParallel && !end) end = await guarded(() => cleanUp(run, name))
    }
  }
  const workers = isParallel ? Math.min(run.options.workers, concurrent.length) : 1
  await Promise.all(Array.from({ length: workers }, () => work(concurrent)))
  await work(alone)
  return end
}

async function runGroup(
  run: Run,
  cases: readonly Case[],
  ended: () => RunEnd | undefined,
): Promise<RunEnd | undefined> {
  const group = emptyGroup()
  for (const each of cases) {
    const end = ended()
    if (end) {
      finish(run, each, { kind: 'skipped', reason: end.message }, 0)
      continue
    }
    const summary = summaryOf(each)
    const context = createContext(run, summary, group)
    const started = performance.now()
    run.emit({ kind: 'case-started', case: summary })
    try {
      let verdict = await verdictOf(context, () => each.run(context))
      // Earlier cases would have shown what conflicts; a replay has none, so its first attempt does.
      if (run.options.only !== undefined && verdict.kind !== 'failed' && context.findings === 0) {
        clearGroup(group)
        verdict = await verdictOf(context, () => each.run(context))
      }
      finish(run, each, verdict, performance.now() - started)
    } catch (error) {
      if (!(error instanceof RunEnd)) throw error
      const verdict: Verdict = context.isBroken
        ? { kind: 'failed' }
        : { kind: 'skipped', reason: error.message }
      finish(run, each, verdict, performance.now() - started)
      return error
    }
  }
  return undefined
}

function finish(run: Run, each: Case, verdict: Verdict, milliseconds: number): void {
  run.emit({ kind: 'case-finished', case: summaryOf(each), verdict, milliseconds })
}

async function verdictOf(context: Context, work: () => Promise<void>): Promise<Verdict> {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof CaseEnd)) throw error
    if (!context.isBroken) return error.verdict
  }
  return { kind: context.isBroken ? 'failed' : 'passed' }
}
