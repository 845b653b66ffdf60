import type { Reporter, TestModule } from 'vitest/node'

/** Reasons for skipping a test that installing software cannot remove. */
const beyondInstalling = /there are none in \.\.\/shared|root may read everything|scripts in a browser cannot/

/**
 * Lists skipped tests and ends the run with a machine-readable line: `12 passed, 0 failed`.
 * In CI, a test skipped because something is not installed fails the run.
 */
export const summaryReporter: Reporter = {
  onTestRunEnd(modules: readonly TestModule[]) {
    const tests = modules.flatMap((module) => [...module.children.allTests()])
    const broken = modules.filter((module) => module.state() === 'failed' && module.errors().length > 0)
    const count = (state: string): number => tests.filter((test) => test.result().state === state).length
    const skipped = tests.filter((test) => test.result().state === 'skipped')
    for (const test of skipped) console.log(`skipped: ${test.module.relativeModuleId} > ${test.fullName}`)
    const isLacking = skipped.some(({ fullName }) => !beyondInstalling.test(fullName))
    if (isLacking && process.env['CI'] === 'true') process.exitCode = 1
    console.log(`${count('passed')} passed, ${count('failed') + broken.length} failed`)
  },
}
