import { defineConfig, type ViteUserConfig } from 'vitest/config'

/** The quick unit tests of checks and generators alone: mutation testing runs those that reach a mutant for each one. */
const config: ViteUserConfig = defineConfig({
  test: {
    include: [
      'test/contracts/checks/*.test.ts',
      'test/contracts/generate/{promised,boundaries,mutate,pattern-strings}.test.ts',
    ],
    isolate: false,
    testTimeout: 60_000,
    reporters: [],
  },
})

export default config
