import { defineConfig, type ViteUserConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Tests that go through all schemas, and take long for the few mutants that only they notice. */
const slow = ['arbitrary', 'corpus', 'every-case', 'random-schemas', 'strange-schemas']

const isLast = ({ moduleId }: TestSpecification): boolean => moduleId.endsWith('/promised.test.ts')

/** The first test that fails ends the run for a mutant, so the quick ones come first. */
class QuickestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    return [...sorted.filter((file) => !isLast(file)), ...sorted.filter(isLast)]
  }
}

/** The quick unit tests of checks and generators alone: mutation testing runs those that reach a mutant for each one. */
const config: ViteUserConfig = defineConfig({
  test: {
    include: ['test/contracts/checks/*.test.ts', 'test/contracts/generate/**/*.test.ts'],
    exclude: slow.map((name) => `test/contracts/generate/${name}.test.ts`),
    sequence: { sequencer: QuickestFirst },
    isolate: false,
    testTimeout: 60_000,
    reporters: [],
  },
})

export default config
