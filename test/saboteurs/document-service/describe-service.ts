import { beforeAll, describe, expect, test } from 'vitest'
import { createClient, type Client } from '../shared/client.ts'
import { sendScript, exchangeLine, type ScriptedExchange, type ScriptedRequest } from '../shared/script.ts'
import { responseViolations } from './response-violations.ts'
import type { Defect, Needs } from './sabotage.ts'
import type { Started, StartOptions } from './start.ts'

export interface Suite {
  readonly document: string
  readonly defects: readonly Defect[]
  readonly start: (options: StartOptions) => Promise<Started>
  /** Requests whose responses show every defect that needs these options. */
  readonly requestsFor: (needs: Needs) => readonly ScriptedRequest[]
}

/** The clock of the services under test. */
export const now: Date = new Date('2026-05-04T10:00:00Z')

/** Sends the requests to a new service, and stops at the first response that is not as expected. */
async function transcript(
  { start, requestsFor }: Suite,
  options: StartOptions,
  expected?: readonly string[],
): Promise<readonly ScriptedExchange[]> {
  const exchanges: ScriptedExchange[] = []
  await withClient(start({ now, ...options }), async (client) => {
    for await (const exchange of sendScript(client, requestsFor(options as Needs))) {
      exchanges.push(exchange)
      if (expected && exchangeLine(exchange) !== expected[exchanges.length - 1]) break
    }
  })
  return exchanges
}

/** Calls `then` with a client of the service, and closes both afterwards. */
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

/** Tests that the healthy service honours its document, and that each defect changes a response. */
export function describeService(suite: Suite): void {
  const { defects, document } = suite
  const optionSets = new Map<string, Needs>(
    [{}, ...defects.map(({ needs = {} }) => needs)].map((needs) => [keyOf(needs), needs]),
  )
  const healthy = new Map<string, readonly string[]>()

  beforeAll(async () => {
    for (const [key, needs] of optionSets)
      healthy.set(key, (await transcript(suite, needs)).map(exchangeLine))
  })

  describe('the healthy service', () => {
    test.each([...optionSets.values()])('honours its document when started with %j', async (needs) => {
      const findViolations = responseViolations(document)
      const exchanges = await transcript(suite, needs)
      expect(
        exchanges.flatMap((exchange) =>
          findViolations(exchange).map((violation) => `${exchangeLine(exchange)}: ${violation}`),
        ),
      ).toEqual([])
    })

    test('gives the same responses in every run', async () => {
      expect((await transcript(suite, {})).map(exchangeLine)).toEqual(healthy.get(keyOf()))
    })

    test('never answers 5xx', () => {
      expect([...healthy.values()].flat().filter((line) => / 5\d\d \[/.test(line))).toEqual([])
    })
  })

  describe('the defects', () => {
    test('have unique ids', () => {
      expect(new Set(defects.map(({ id }) => id)).size).toBe(defects.length)
    })

    test('are refused if unknown', async () => {
      await expect(suite.start({ defect: 'no-such-defect' })).rejects.toThrow('no-such-defect')
    })

    test.each(defects.map((defect) => [`${defect.operationId}: ${defect.title}`, defect] as const))(
      'change a response: %s',
      async (_, { id, needs }) => {
        const expected = healthy.get(keyOf(needs)) ?? []
        const exchanges = await transcript(suite, { defect: id, ...needs }, expected)
        expect(exchangeLine(exchanges.at(-1)!)).not.toBe(expected[exchanges.length - 1])
      },
    )
  })
}
