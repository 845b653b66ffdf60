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
  /** Requests to all operations, or those that show what the options do. */
  readonly requestsFor: (needs: Needs) => readonly ScriptedRequest[]
}

/** The clock of the services under test. */
export const now: Date = new Date('2026-05-04T10:00:00Z')

/** Sends the requests to a new service that is started with the options which they need. */
async function transcript({ start, requestsFor }: Suite, needs: Needs): Promise<readonly ScriptedExchange[]> {
  const exchanges: ScriptedExchange[] = []
  await withClient(start({ now, ...needs }), async (client) => {
    for await (const exchange of sendScript(client, requestsFor(needs))) exchanges.push(exchange)
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

/** Tests that the healthy service honours its document; that a defect breaks it is for the contract test to find. */
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
  })
}
