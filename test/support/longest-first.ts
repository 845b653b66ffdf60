import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files of a few lines that take a minute each: begun last, they would leave all cores but one idle. */
const longest = ['devices', 'saboteurs', 'library'].map((name) => `test/contracts/${name}.test.ts`)

const isLong = ({ moduleId }: TestSpecification): boolean => longest.some((name) => moduleId.endsWith(name))

/** The order of Vitest on a machine that has not run the tests before, which is by the size of files, after the longest. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}
