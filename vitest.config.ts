import { availableParallelism } from 'node:os'
import type { ViteUserConfig } from 'vitest/config'
import { builtSources } from './test/support/built-sources.ts'
import { LongestFirst } from './test/support/longest-first.ts'
import { summaryReporter } from './test/support/summary-reporter.ts'

/** Files that take over the network or the modules of their process, or exhaust its engine: each has one of its own. */
const alone = [
  'test/contracts/proxy/missing-package.test.ts',
  'test/examples/frontend-msw.test.ts',
  'test/hostile/mock-requests.test.ts',
  'test/mock/adapters/{conformance,msw}.test.ts',
  'test/mock/control/live-journal.test.ts',
  'test/spec/body.test.ts',
  'test/spec/patterns/*.test.ts',
]

/**
 * Files that start other programs, which is quick from a small process. Playwright slows all later promises of its process, as it
 * follows their context.
 */
const programs = [
  'test/*.test.ts',
  'test/contracts/reporters/html/in-chromium.test.ts',
  'test/{cli,frontend,package}/**/*.test.ts',
  'test/examples/{express-backend,playwright,verify-backend}.test.ts',
  'test/mock/adapters/redis/*.test.ts',
  'test/mock/{browser,console,demo}/**/*.test.ts',
]

/** `npm test` runs in mode `built`: on what the build compiled. Other modes run on the sources. */
const config: (env: { readonly mode: string }) => ViteUserConfig = ({ mode }) => {
  const plugins = mode === 'built' ? [builtSources] : []
  return {
    test: {
      testTimeout: 60_000,
      hookTimeout: 60_000,
      // Nothing is late because the machine is busy.
      expect: { poll: { timeout: 20_000 } },
      // Many files wait for the network or for another process: one more than there are cores keeps all of them busy.
      maxWorkers: availableParallelism() + 1,
      setupFiles: ['test/support/property-seed.ts'],
      sequence: { sequencer: LongestFirst },
      allowOnly: !process.env['CI'],
      reporters: ['default', summaryReporter],
      coverage: {
        reportOnFailure: true,
        include: ['spec/**/*.ts', 'mock/engine/**/*.ts', 'contracts/**/*.ts'],
        reporter: ['text', 'html', 'json-summary'],
      },
      projects: [
        { extends: true, test: { name: 'alone', include: alone, sequence: { groupOrder: 1 } } },
        // What a file imports is read once for all of them, which takes half the time.
        {
          extends: true,
          plugins,
          test: { name: 'programs', include: programs, isolate: false, sequence: { groupOrder: 1 } },
        },
        {
          extends: true,
          plugins,
          test: {
            name: 'together',
            include: ['test/**/*.test.ts'],
            exclude: [...alone, ...programs],
            isolate: false,
            // These calculate. Each worker has its code optimized anew, and more inlining takes longer than it saves here.
            maxWorkers: availableParallelism(),
            execArgv: ['--max-inlined-bytecode-size-cumulative=200'],
            sequence: { groupOrder: 2 },
          },
        },
      ],
    },
  }
}

export default config
