import type { Reporter, TestModule } from 'vitest/node'

/** Reasons that no installing removes: other people's documents, and a user who may do everything. */
const beyondInstalling = /there are none in \.\.\/shared|root may read everything|a browser lets no script/

/**
 * Ends a run with one line for machines, `12 passed, 0 failed`, after the name of each test that was skipped.
 * Under CI a skip for want of something that can be installed is a failure.
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
