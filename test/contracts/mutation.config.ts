import { defineConfig, type ViteUserConfig } from 'vitest/config'

/** The unit tests of checks and generators alone: mutation testing runs them once for each mutant. */
const config: ViteUserConfig = defineConfig({
  test: {
    include: ['test/contracts/checks/**/*.test.ts', 'test/contracts/generate/**/*.test.ts'],
    exclude: ['**/corpus.test.ts', '**/random-schemas.test.ts'],
    isolate: false,
    reporters: [],
  },
})

export default config
