import { createCredentials } from './access/credentials.ts'
import { clientFor, type Target } from './client/target.ts'
import type { RunEvent } from './events.ts'
import { replayCommand, type ReplayOptions } from './findings/replay.ts'
import { inLowerCase } from './options.ts'
import type { Plan } from './plan.ts'
import { createRecorder, type Recording } from './recording.ts'
import { runPlan } from './run.ts'

/** Settings of a run that are not part of its plan. */
export interface PlanRun {
  readonly target: Target
  /** Called with every event as it happens. */
  readonly onEvent?: ((event: RunEvent) => void) | undefined
  readonly signal?: AbortSignal | undefined
  /** Options that replay commands spell out; by default all options of the plan. */
  readonly replay?: Omit<ReplayOptions, 'seed'> | undefined
}

/** Runs a plan and collects its events in a recording. */
export async function recordPlan(
  plan: Plan,
  { target, onEvent, signal, replay: replayOptions }: PlanRun,
): Promise<Recording> {
  const { api } = plan
  const options = { ...plan.options, headers: inLowerCase(plan.options.headers) }
  const { authToken: token, headers, auth, timeout, workers, seed } = options
  const credentials = createCredentials({ token, headers, auth, timeout })
  const client = await clientFor(target, { timeout, connections: workers })
  const replay = replayCommand({
    target: client.target,
    document: api.document.source,
    options: { ...(replayOptions ?? options), seed },
  })
  // The recorder aggregates events instead of keeping them: there are more of them than requests.
  const recorder = createRecorder()
  try {
    for await (const event of runPlan({ plan: { ...plan, options }, client, credentials, replay, signal })) {
      recorder.add(event)
      onEvent?.(event)
    }
  } finally {
    await client.close()
  }
  const recording = recorder.recording()
  if (!recording) throw new Error('The run did not start.')
  return recording
}
