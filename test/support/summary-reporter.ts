import type { Reporter, TestModule } from 'vitest/node'

/**
 * Ends a run with one line for machines, `12 passed, 0 failed, 1 skipped`, after the name of each test that was skipped.
 * Under CI a skip is a failure: there, everything a test needs is installed.
 */
export const summaryReporter: Reporter = {
  onTestRunEnd(modules: readonly TestModule[]) {
    const tests = modules.flatMap((module) => [...module.children.allTests()])
    const broken = modules.filter((module) => module.state() === 'failed' && module.errors().length > 0)
    const count = (state: string): number => tests.filter((test) => test.result().state === state).length
    const skipped = tests.filter((test) => test.result().state === 'skipped')
    for (const test of skipped) console.log(`skipped: ${test.module.relativeModuleId} > ${test.fullName}`)
    if (skipped.length > 0 && process.env['CI'] === 'true') process.exitCode = 1
    console.log(`${count('passed')} passed, ${count('failed') + broken.length} failed, ${skipped.length} skipped`)
  },
}
