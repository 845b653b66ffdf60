import { createCredentialWatch } from './access/credential-watch.ts'
import { accessTokenVariable, type Credentials } from './access/credentials.ts'
import { summaryOf } from './case.ts'
import type { Client } from './client/client.ts'
import type { Run } from './context.ts'
import { enabledChecks } from './enabled-checks.ts'
import { createEventQueue } from './engine/event-queue.ts'
import { createLimits } from './engine/limits.ts'
import { runPhases } from './engine/run-phases.ts'
import { tool } from './engine/tool.ts'
import type { RunEvent } from './events.ts'
import { redactEvent } from './findings/redact-event.ts'
import { createRedactor } from './findings/redact.ts'
import type { Plan } from './plan.ts'
import { createRecords } from './records/records.ts'
import { createTaintedRecords } from './records/tainted-records.ts'
import { operationData } from './requests/operation-data.ts'
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

async function carryOut(input: RunInput, emit: (event: RunEvent) => void): Promise<void> {
  const { plan } = input
  const started = performance.now()
  const run = createRun(input, emit)
  emit({
    kind: 'run-started',
    ...tool,
    document: run.api.document.source,
    target: run.client.target,
    seed: run.options.seed,
    startedAt: new Date().toISOString(),
    operations: plan.operations,
    cases: plan.phases.flatMap(({ cases }) => cases.map(summaryOf)),
    checks: enabledChecks(run.options),
  })
  await runPhases(run, plan)
  emit({ kind: 'run-finished', requests: run.limits.requests, durationMs: performance.now() - started })
}

/** A run that has sent no request. Secrets are removed from all that it emits. */
function createRun(
  { plan, client, credentials, replay, signal }: RunInput,
  emit: (event: RunEvent) => void,
): Run {
  const { api, maxRequests } = plan
  const options = { ...plan.options, operations: operationData(api, plan.options) }
  const { maxTime, rate } = options
  const records = createRecords(api, client.target)
  const redactor = createRedactor(credentials.secrets)
  credentials.tokens?.listen((value) => redactor.learn({ value, variable: accessTokenVariable }))
  return {
    ...createRunState(),
    api,
    options,
    client,
    credentials,
    limits: createLimits({ maxRequests, maxTime, rate, signal }),
    replay,
    redactor,
    emit: (event) => emit(redactEvent(event, redactor)),
    records,
    tainted: createTaintedRecords(api, records),
    credentialWatch: createCredentialWatch(),
  }
}
