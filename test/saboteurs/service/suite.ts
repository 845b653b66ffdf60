import { beforeAll, describe, expect, test } from 'vitest'
import { createClient, type Client } from '../client.ts'
import { follow, lineOf, type Step, type Visit } from '../walk.ts'
import { promisesOf } from './promises.ts'
import type { Defect, Needs } from './sabotage.ts'
import type { Started, StartOptions } from './start.ts'

export interface Suite {
  readonly document: string
  readonly defects: readonly Defect[]
  readonly start: (options: StartOptions) => Promise<Started>
  /** Visits in which every defect shows that needs what they are for. */
  readonly visits: (needs: Needs) => readonly Visit[]
}

/** When the services of the tests believe to be. */
export const now: Date = new Date('2026-05-04T10:00:00Z')

/** Walks through a service for as long as each answer is as expected. */
async function steps(
  { start, visits }: Suite,
  options: StartOptions,
  expected?: readonly string[],
): Promise<readonly Step[]> {
  const walked: Step[] = []
  await withClient(start({ now, ...options }), async (client) => {
    for await (const step of follow(client, visits(options as Needs))) {
      walked.push(step)
      if (expected && lineOf(step) !== expected[walked.length - 1]) break
    }
  })
  return walked
}

/** Stops what it started. */
export async function withClient(
  starting: Promise<Started>,
  then: (client: Client, started: Started) => Promise<void>,
): Promise<void> {
  const started = await starting
  const client = createClient(started.url)
  try {
    await then(client, started)
  } finally {
    await client.close()
    await started.close()
  }
}

const keyOf = (needs: Needs = {}): string => JSON.stringify(needs)

/** What holds for every service: it keeps its document's promises, and each of its defects shows. */
export function describeService(suite: Suite): void {
  const { defects, document } = suite
  const kinds = new Map<string, Needs>(
    [{}, ...defects.map(({ needs = {} }) => needs)].map((needs) => [keyOf(needs), needs]),
  )
  const healthy = new Map<string, readonly string[]>()

  beforeAll(async () => {
    for (const [key, needs] of kinds) healthy.set(key, (await steps(suite, needs)).map(lineOf))
  })

  describe('the healthy service', () => {
    test.each([...kinds.values()])('keeps what its document promises, with %j', async (needs) => {
      const broken = promisesOf(document)
      const walked = await steps(suite, needs)
      expect(
        walked.flatMap((step) => broken(step).map((complaint) => `${lineOf(step)}: ${complaint}`)),
      ).toEqual([])
    })

    test('answers the same in every run', async () => {
      expect((await steps(suite, {})).map(lineOf)).toEqual(healthy.get(keyOf()))
    })

    test('never fails', () => {
      expect([...healthy.values()].flat().filter((line) => / 5\d\d \[/.test(line))).toEqual([])
    })
  })

  describe('the defects', () => {
    test('have names of their own', () => {
      expect(new Set(defects.map(({ id }) => id)).size).toBe(defects.length)
    })

    test('that nobody knows are refused', async () => {
      await expect(suite.start({ defect: 'no-such-defect' })).rejects.toThrow('no-such-defect')
    })

    test.each(defects.map((defect) => [`${defect.operationId}: ${defect.title}`, defect] as const))(
      'show: %s',
      async (_, { id, needs }) => {
        const expected = healthy.get(keyOf(needs)) ?? []
        const walked = await steps(suite, { defect: id, ...needs }, expected)
        expect(lineOf(walked.at(-1)!)).not.toBe(expected[walked.length - 1])
      },
    )
  })
}
