import type { CaseSummary, RunEvent, Verdict } from './events.ts'
import type { Finding } from './findings/finding.ts'

type Event<Kind extends RunEvent['kind']> = Extract<RunEvent, { readonly kind: Kind }>

export interface FinishedCase {
  readonly case: CaseSummary
  readonly verdict: Verdict
}

/** How often an operation answered with a status. */
export interface StatusCount {
  readonly operation: string
  readonly status: number
  readonly count: number
}

/** Everything that reports need of a run, complete or not. */
export interface Recording {
  readonly started: Event<'run-started'>
  readonly findings: readonly Finding[]
  /** Findings that are accepted by the baseline or the configuration. */
  readonly known: readonly Finding[]
  /** When each of `findings` was reported, by index. */
  readonly foundAt: readonly Date[]
  readonly cases: readonly FinishedCase[]
  readonly statuses: readonly StatusCount[]
  readonly notes: readonly string[]
  readonly stopped: Event<'stopped'> | undefined
  readonly finished: Event<'run-finished'> | undefined
}

export interface Recorder {
  add(event: RunEvent): void
  /** Undefined before the run has started. */
  recording(): Recording | undefined
}

/** Collects the events of a run into a {@link Recording}. */
export function createRecorder(now: () => Date = () => new Date()): Recorder {
  const findings: Finding[] = []
  const known: Finding[] = []
  const foundAt: Date[] = []
  const cases: FinishedCase[] = []
  const statuses = new Map<string, StatusCount>()
  const notes: string[] = []
  const single: {
    started?: Event<'run-started'>
    stopped?: Event<'stopped'>
    finished?: Event<'run-finished'>
  } = {}
  return {
    add(event) {
      if (event.kind === 'run-started') single.started = event
      else if (event.kind === 'stopped') single.stopped = event
      else if (event.kind === 'run-finished') single.finished = event
      else if (event.kind === 'finding') foundAt[findings.push(event.finding) - 1] = now()
      else if (event.kind === 'known-finding') known.push(event.finding)
      else if (event.kind === 'note') notes.push(event.message)
      else if (event.kind === 'case-finished') cases.push({ case: event.case, verdict: event.verdict })
      else if (event.kind === 'answered') count(statuses, event)
    },
    recording() {
      const { started, stopped, finished } = single
      return (
        started && {
          started,
          findings,
          known,
          foundAt,
          cases,
          statuses: [...statuses.values()],
          notes,
          stopped,
          finished,
        }
      )
    },
  }
}

function count(statuses: Map<string, StatusCount>, { operation, status }: Event<'answered'>): void {
  const key = `${String(status)} ${operation}`
  statuses.set(key, { operation, status, count: (statuses.get(key)?.count ?? 0) + 1 })
}

/** The recording of finished events; undefined when the run did not start. */
export function record(events: Iterable<RunEvent>, now?: () => Date): Recording | undefined {
  const recorder = createRecorder(now)
  for (const event of events) recorder.add(event)
  return recorder.recording()
}

/** The number of cases by verdict. */
export function countVerdicts(cases: readonly FinishedCase[]): Readonly<Record<Verdict['kind'], number>> {
  const counts = { passed: 0, failed: 0, inconclusive: 0, skipped: 0 }
  for (const { verdict } of cases) counts[verdict.kind] += 1
  return counts
}
