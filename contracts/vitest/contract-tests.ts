import { beforeAll, describe, test, type TestContext } from 'vitest'
import { operationsOf } from '../../spec/operations.ts'
import { documentOf, type DocumentSource } from '../api/document-source.ts'
import type { Target } from '../client/target.ts'
import { recordContract } from '../index.ts'
import { isSelected, withDefaults, type RunOptions } from '../options.ts'
import type { Recording } from '../recording.ts'
import { judgeOperation, nameOf, withOwnReplay, type OperationVerdict } from './judge-operation.ts'
import { titleOf } from './title.ts'

export type ContractTestOptions = Partial<RunOptions>

/**
 * Registers a test for each operation of the document (by default the Pet Store). All tests share one contract run, which
 * happens before the first. A test fails with the findings of its operation that break the contract, is annotated with the
 * others, and is skipped when no case of the operation was conclusive.
 */
export function contractTests(
  target: Target,
  document?: DocumentSource,
  options: ContractTestOptions = {},
): void {
  describe(`contract of ${titleOf(document)}`, async () => {
    const loaded = await documentOf(document)
    const selection = withDefaults(options)
    const run: { recording?: Recording } = {}
    beforeAll(async () => {
      const recording = await recordContract({ ...options, target, document: loaded })
      run.recording = isInProcess(target) ? withOwnReplay(recording) : recording
      const { stopped } = recording
      if (stopped?.reason === 'unreachable') throw bare(stopped.message)
    }, noTimeout)
    for (const operation of operationsOf(loaded).operations.filter((each) => isSelected(each, selection))) {
      test(nameOf(operation), async (context) => {
        if (run.recording) await report(context, judgeOperation(run.recording, operation, selection.failOn))
      })
    }
  })
}

const isInProcess = (target: Target): boolean => typeof target !== 'string' && !(target instanceof URL)

/** The run has its own limits. */
const noTimeout = 0

async function report(
  context: TestContext,
  { warnings, stopped, failure, skipped }: OperationVerdict,
): Promise<void> {
  for (const warning of warnings) await context.annotate(warning, 'warning')
  if (stopped !== undefined) await context.annotate(stopped, 'notice')
  if (failure !== undefined) throw bare(failure)
  if (skipped !== undefined) context.skip(skipped)
}

/** An error without a stack trace, which would only show this file. */
function bare(message: string): Error {
  const error = new Error(message)
  error.name = 'ContractError'
  error.stack = `${error.name}: ${message}`
  return error
}
