import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Short files that run for a minute each. Started last, they would leave all cores but one idle. */
const longest = ['devices', 'petstore', 'library'].map((name) => `test/contracts/saboteurs/${name}.test.ts`)

const isLong = ({ moduleId }: TestSpecification): boolean => longest.some((name) => moduleId.endsWith(name))

/** Starts the longest files first and keeps Vitest's order (by file size, without timings) for the rest. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}
