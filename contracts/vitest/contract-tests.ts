import { beforeAll, describe, test, type TestContext } from 'vitest'
import { operationsOf } from '../../spec/operations.ts'
import type { Operation } from '../../spec/document.ts'
import type { Severity } from '../check.ts'
import type { Target } from '../client/target.ts'
import { documentOf, type DocumentSource } from '../document-source.ts'
import type { Finding } from '../finding.ts'
import { recordContract } from '../index.ts'
import { isSelected, runDefaults, type RunOptions } from '../options.ts'
import { createColors } from '../reporters/colors.ts'
import type { Recording } from '../reporters/recording.ts'
import { describe as describeFinding } from '../reporters/terminal.ts'
import { titleOf } from './title.ts'

export interface ContractTestOptions extends Partial<RunOptions> {
  /** Findings that fail a test; by default errors do, and warnings annotate it. */
  readonly failOn?: Severity
}

/**
 * Registers a test for each operation of the document (the Pet Store without one). All of them share one run, before
 * the first; each fails with what the run found of its operation, and is skipped when nothing of it could be judged.
 */
export function contractTests(
  target: Target,
  document?: DocumentSource,
  { failOn = 'error', ...options }: ContractTestOptions = {},
): void {
  describe(`contract of ${titleOf(document)}`, async () => {
    const loaded = await documentOf(document)
    const selection = { ...runDefaults, ...options }
    const run: { recording?: Recording } = {}
    beforeAll(async () => {
      const recording = await recordContract({ ...options, target, document: loaded })
      run.recording = isInProcess(target) ? withOwnReplay(recording) : recording
      const { stopped } = recording
      if (stopped?.reason === 'unreachable') throw bare(stopped.message)
    }, noTimeout)
    for (const operation of operationsOf(loaded).operations.filter((each) => isSelected(each, selection))) {
      test(nameOf(operation), async (context) => {
        if (run.recording) await judge(context, run.recording, operation, failOn)
      })
    }
  })
}

const isInProcess = (target: Target): boolean => typeof target !== 'string' && !(target instanceof URL)

/** No command reaches what lives in this process: a case is run again by the test itself. */
function withOwnReplay(recording: Recording): Recording {
  const replayOf = ({ replay }: Finding): string => {
    const [, seed, only] = /--replay '?(-?\d+):([^\s']+)/.exec(replay) ?? []
    return only === undefined ? replay : `contractTests(…, …, { seed: ${String(seed)}, only: '${only}' })`
  }
  return { ...recording, findings: recording.findings.map((each) => ({ ...each, replay: replayOf(each) })) }
}

/** A run ends by limits of its own. */
const noTimeout = 0

const nameOf = ({ id, method, path }: Operation): string => {
  const route = `${method} ${path}`
  return id === route ? route : `${route} (${id})`
}

async function judge(
  context: TestContext,
  recording: Recording,
  operation: Operation,
  failOn: Severity,
): Promise<void> {
  const found = recording.findings.filter((finding) => finding.operation === operation.id)
  const failing = found.filter(({ severity }) => severity === 'error' || failOn === 'warning')
  const others = found.filter((finding) => !failing.includes(finding))
  for (const { check, message } of others) await context.annotate(`${check}: ${message}`, 'warning')
  if (recording.stopped) await context.annotate(recording.stopped.message, 'notice')
  if (failing.length > 0) throw bare(failureOf(operation, failing))
  const reason = whyNotJudged(recording, operation)
  if (reason !== undefined) context.skip(reason)
}

function failureOf(operation: Operation, findings: readonly Finding[]): string {
  const count = `${String(findings.length)} finding${findings.length === 1 ? '' : 's'}`
  const colors = createColors(false)
  return [
    `${nameOf(operation)} breaks its contract, ${count}:`,
    ...findings.map((each) => describeFinding(each, colors)),
  ].join('\n\n')
}

/** Undefined when a case came to a verdict: what was not judged is not said to be well. */
function whyNotJudged({ cases }: Recording, { id }: Operation): string | undefined {
  const verdicts = cases.flatMap((each) => (each.case.operation === id ? [each.verdict] : []))
  if (verdicts.some(({ kind }) => kind === 'passed' || kind === 'failed')) return undefined
  const reasons = verdicts.flatMap((verdict) => ('reason' in verdict ? [verdict.reason] : []))
  return reasons[0] ?? 'The run has no case for it.'
}

/** Where in this program it is thrown says nothing. */
function bare(message: string): Error {
  const error = new Error(message)
  error.name = 'ContractError'
  error.stack = `${error.name}: ${message}`
  return error
}
