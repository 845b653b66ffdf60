import type { Operation } from '../../spec/document.ts'
import type { Finding } from '../findings/finding.ts'
import { isBreaking, type RunOptions } from '../options.ts'
import { createColors } from '../reporters/colors.ts'
import type { Recording } from '../reporters/recording.ts'
import { describe } from '../reporters/terminal.ts'

/** What a run says of one operation, as a test tells it. */
export interface OperationVerdict {
  /** Findings that are only told of. */
  readonly warnings: readonly string[]
  /** Why the run ended early; undefined when it did not. */
  readonly stopped: string | undefined
  /** Undefined when nothing fails the test. */
  readonly failure: string | undefined
  /** Why the operation is neither well nor broken; undefined when a case came to a verdict, or the test fails. */
  readonly skipped: string | undefined
}

export function judgeOperation(
  recording: Recording,
  operation: Operation,
  failOn: RunOptions['failOn'],
): OperationVerdict {
  const found = recording.findings.filter((finding) => finding.operation === operation.id)
  const failing = found.filter((finding) => isBreaking(finding, { failOn }))
  const others = found.filter((finding) => !failing.includes(finding))
  const isFailed = failing.length > 0
  return {
    warnings: others.map(({ check, message }) => `${check}: ${message}`),
    stopped: recording.stopped?.message,
    failure: isFailed ? failureOf(operation, failing) : undefined,
    skipped: isFailed ? undefined : whyNotJudged(recording, operation),
  }
}

/** `GET /pets (listPets)`; the route alone where that is the id. */
export function nameOf({ id, method, path }: Operation): string {
  const route = `${method} ${path}`
  return id === route ? route : `${route} (${id})`
}

function failureOf(operation: Operation, findings: readonly Finding[]): string {
  const count = `${String(findings.length)} finding${findings.length === 1 ? '' : 's'}`
  const colors = createColors(false)
  return [
    `${nameOf(operation)} breaks its contract, ${count}:`,
    ...findings.map((each) => describe(each, colors)),
  ].join('\n\n')
}

/** Undefined when a case came to a verdict: what was not judged is not said to be well. */
function whyNotJudged({ cases }: Recording, { id }: Operation): string | undefined {
  const verdicts = cases.flatMap((each) => (each.case.operation === id ? [each.verdict] : []))
  if (verdicts.some(({ kind }) => kind === 'passed' || kind === 'failed')) return undefined
  const reasons = verdicts.flatMap((verdict) => ('reason' in verdict ? [verdict.reason] : []))
  return reasons[0] ?? 'The run has no case for it.'
}

/** No command reaches what lives in this process: a case is run again by the test itself. */
export function withOwnReplay(recording: Recording): Recording {
  const replayOf = ({ replay }: Finding): string => {
    const [, seed, only] = /--replay '?(-?\d+):([^\s']+)/.exec(replay) ?? []
    return only === undefined ? replay : `contractTests(…, …, { seed: ${String(seed)}, only: '${only}' })`
  }
  return { ...recording, findings: recording.findings.map((each) => ({ ...each, replay: replayOf(each) })) }
}
