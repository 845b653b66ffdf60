import { defineConfig, type ViteUserConfig } from 'vitest/config'

/** Measures coverage of the tests that run in this process, not of the command in others. Takes about ten minutes. */
const config: ViteUserConfig = defineConfig({
  test: {
    include: ['test/{spec,mock,contracts}/**/*.test.ts', 'test/examples/*.test.ts'],
    exclude: [
      'test/contracts/findings/reproduce.test.ts',
      'test/contracts/cli/github-action.test.ts',
      'test/contracts/proxy/second-opinion.test.ts',
      'test/contracts/generate/corpus.test.ts',
      'test/mock/{console,demo,stores}/**',
    ],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
    coverage: {
      provider: 'v8',
      reportOnFailure: true,
      include: ['spec/**/*.ts', 'mock/engine/**/*.ts', 'contracts/**/*.ts'],
      reporter: ['text', 'html', 'json-summary'],
    },
  },
})

export default config
