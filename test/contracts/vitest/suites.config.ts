import { defineConfig, type ViteUserConfig } from 'vitest/config'

/** The suites import the same sources, which one thread reads once for all of them. */
const config: ViteUserConfig = defineConfig({
  test: { include: ['*.suite.ts'], pool: 'threads', isolate: false, maxWorkers: 1 },
})

export default config
