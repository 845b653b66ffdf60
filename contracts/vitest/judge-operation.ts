import type { Operation } from '../../spec/document.ts'
import { plural } from '../../spec/util/plural.ts'
import type { Finding } from '../findings/finding.ts'
import { isBreaking, type RunOptions } from '../options.ts'
import type { Recording } from '../recording.ts'
import { createColors } from '../reporters/colors.ts'
import { describe } from '../reporters/terminal.ts'

/** The result of a run for one operation, as its test reports it. */
export interface OperationVerdict {
  /** Findings that do not fail the test. */
  readonly warnings: readonly string[]
  /** Why the run ended early; undefined when it did not. */
  readonly stopped: string | undefined
  /** The message that fails the test; undefined when it passes. */
  readonly failure: string | undefined
  /** Why the test is skipped: no case of the operation was conclusive. Undefined otherwise. */
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
    skipped: isFailed ? undefined : skipReason(recording, operation),
  }
}

/** `GET /pets (listPets)`; the route alone where that is the id. */
export function nameOf({ id, method, path }: Operation): string {
  const route = `${method} ${path}`
  return id === route ? route : `${route} (${id})`
}

function failureOf(operation: Operation, findings: readonly Finding[]): string {
  const count = plural(findings.length, 'finding')
  const colors = createColors(false)
  return [
    `${nameOf(operation)} breaks its contract (${count}):`,
    ...findings.map((each) => describe(each, colors)),
  ].join('\n\n')
}

/** Why no case of the operation was conclusive; undefined when one passed or failed. */
function skipReason({ cases }: Recording, { id }: Operation): string | undefined {
  const verdicts = cases.flatMap((each) => (each.case.operation === id ? [each.verdict] : []))
  if (verdicts.some(({ kind }) => kind === 'passed' || kind === 'failed')) return undefined
  const reasons = verdicts.flatMap((verdict) => ('reason' in verdict ? [verdict.reason] : []))
  return reasons[0] ?? 'The run has no case for this operation.'
}

/** Replaces replay commands, which cannot reach an API in this process, with a call of `contractTests`. */
export function withOwnReplay(recording: Recording): Recording {
  const replayOf = ({ replay }: Finding): string => {
    const [, seed, only] = /--replay '?(-?\d+):([^\s']+)/.exec(replay) ?? []
    return only === undefined ? replay : `contractTests(…, …, { seed: ${String(seed)}, only: '${only}' })`
  }
  return { ...recording, findings: recording.findings.map((each) => ({ ...each, replay: replayOf(each) })) }
}
