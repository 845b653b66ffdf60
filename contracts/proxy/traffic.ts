import type { Operation } from '../../spec/document.ts'
import type { HttpRequest } from '../../spec/http.ts'
import { clip } from '../answer.ts'
import type { Api } from '../api/api.ts'
import { slug } from '../case.ts'
import type { Received } from '../client/client.ts'
import { tool } from '../engine/tool.ts'
import {
  trafficPhase,
  type CaseSummary,
  type OperationSummary,
  type RunEvent,
  type Verdict,
} from '../events.ts'
import { curlCommand } from '../findings/curl.ts'
import { createFinding, idOf, reportRequest, reportResponse, type Finding } from '../findings/finding.ts'
import { redactEvent } from '../findings/redact-event.ts'
import type { Redactor } from '../findings/redact.ts'
import { pointerIn } from '../findings/requirement.ts'
import { isBreaking, type RunOptions } from '../options.ts'
import { createRecorder, type Recording } from '../recording.ts'
import { clientRequest } from './client-request.ts'
import { trafficChecks, type CheckViolation } from './judge.ts'

/** An exchange that an operation is responsible for. */
interface TrafficExchange {
  readonly operation: Operation
  readonly request: HttpRequest
  /** Undefined when there was none. */
  readonly response: Received | undefined
  readonly milliseconds: number
  readonly violations: readonly CheckViolation[]
  /** Called only when there are findings. */
  readonly redactor: () => Redactor
}

/** Reports the traffic of a proxy as the events of a run, with one case for each operation. */
export interface Traffic {
  /** Counts an exchange, whether it is judged or not. */
  count(): void
  add(exchange: TrafficExchange): void
  note(message: string): void
  /** Reports that the API could not be reached at all. */
  unreachable(message: string): void
  /** Ends the run; to be called once. */
  finish(): Recording
}

export interface TrafficOptions {
  readonly api: Api
  readonly operations: readonly OperationSummary[]
  readonly target: string
  readonly failOn: RunOptions['failOn']
}

export function createTraffic({ api, operations, target, failOn }: TrafficOptions): Traffic {
  const started = performance.now()
  const recorder = createRecorder()
  const cases = new Map(operations.map((operation) => [operation.id, caseOf(operation)]))
  const seen = new Map<string, { milliseconds: number; kind: 'passed' | 'failed' }>()
  const known = new Set<string>()
  let requests = 0
  const emit = (event: RunEvent): void => recorder.add(event)
  emit({
    kind: 'run-started',
    ...tool,
    document: api.document.source,
    target,
    seed: 0,
    startedAt: new Date().toISOString(),
    operations,
    cases: [...cases.values()],
    checks: trafficChecks,
  })
  return {
    count() {
      requests += 1
    },
    add(exchange) {
      const { operation, response, milliseconds, violations } = exchange
      const isBroken = violations.some(({ check, violation }) =>
        isBreaking({ severity: violation.severity ?? check.severity }, { failOn }),
      )
      const before = seen.get(operation.id) ?? { milliseconds: 0, kind: 'passed' }
      seen.set(operation.id, {
        milliseconds: before.milliseconds + milliseconds,
        kind: isBroken ? 'failed' : before.kind,
      })
      const valid = !violations.some(({ check }) => check === clientRequest)
      if (response)
        emit({ kind: 'answered', operation: operation.id, status: response.status, milliseconds, valid })
      for (const each of violations) {
        const id = idOf(each.check, operation.id, each.violation)
        if (known.has(id)) continue
        known.add(id)
        const redactor = exchange.redactor()
        emit(
          redactEvent(
            { kind: 'finding', finding: findingOf(api, target, exchange, each, redactor) },
            redactor,
          ),
        )
      }
    },
    note: (message) => emit({ kind: 'note', message }),
    unreachable: (message) => emit({ kind: 'stopped', reason: 'unreachable', message }),
    finish() {
      for (const [id, summary] of cases) {
        const { kind, milliseconds = 0 } = seen.get(id) ?? {}
        const verdict: Verdict = kind ? { kind } : { kind: 'skipped', reason: 'No exchange of it was seen.' }
        emit({ kind: 'case-finished', case: summary, verdict, milliseconds })
      }
      emit({ kind: 'run-finished', requests, durationMs: performance.now() - started })
      const recording = recorder.recording()
      if (!recording) throw new Error('The run did not start.')
      return recording
    },
  }
}

function caseOf({ id, method, path }: OperationSummary): CaseSummary {
  return {
    path: `${trafficPhase}/${slug(id)}`,
    phase: trafficPhase,
    operation: id,
    title: `${method} ${path} in real traffic`,
  }
}

function findingOf(
  api: Api,
  target: string,
  { operation, request, response, milliseconds }: TrafficExchange,
  { check, violation }: CheckViolation,
  redactor: Redactor,
): Finding {
  const finding = createFinding(check, violation, {
    operation: operation.id,
    title: clip(`${request.method} ${request.path}${request.query === '' ? '' : `?${request.query}`}`),
    request: reportRequest(target, request, redactor),
    response: response ? reportResponse(response, redactor) : null,
    curl: curlCommand(target, request, redactor),
    // Real traffic cannot be replayed from a seed.
    replay: '',
  })
  const location = api.document.locate(pointerIn(finding.requirement) ?? operation.pointer)
  return { ...finding, ...(location && { location }), ...(response && { milliseconds }) }
}
