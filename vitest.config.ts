import { availableParallelism } from 'node:os'
import { defineConfig, type ViteUserConfig } from 'vitest/config'
import { LongestFirst } from './test/support/longest-first.ts'
import { summaryReporter } from './test/support/summary-reporter.ts'

const config: ViteUserConfig = defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Most of the time a test waits for the network or for another process: a core need not be left free.
    maxWorkers: availableParallelism(),
    setupFiles: ['test/support/property-seed.ts'],
    sequence: { sequencer: LongestFirst },
    allowOnly: !process.env['CI'],
    reporters: ['default', summaryReporter],
  },
})

export default config
