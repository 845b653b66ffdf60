import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files that run for up to a minute each. Started last, they would leave all cores but one idle. */
const longest = [
  'package/installed',
  'mock/console/console',
  'contracts/saboteurs/devices',
  'contracts/saboteurs/library',
  'contracts/saboteurs/petstore',
  'contracts/false-alarms/odd-documents',
].map((name) => `test/${name}.test.ts`)

const isLong = ({ moduleId }: TestSpecification): boolean => longest.some((name) => moduleId.endsWith(name))

/** Starts the longest files first and keeps Vitest's order (by file size, without timings) for the rest. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}
