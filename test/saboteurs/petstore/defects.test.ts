import { beforeAll, describe, expect, test } from 'vitest'
import { createClient } from '../shared/client.ts'
import { exchangeLine, sendScript } from '../shared/script.ts'
import { defects } from './defects/index.ts'
import { requestsFor } from './requests.ts'
import { startStore, type StartOptions } from './start.ts'

/** Sends the requests to a new store, and stops at the first response that is not as expected. */
async function transcript(options: StartOptions, expected?: readonly string[]): Promise<readonly string[]> {
  const store = await startStore(options)
  const client = createClient(store.url)
  const lines: string[] = []
  try {
    for await (const exchange of sendScript(client, requestsFor(options.auth ? { auth: true } : {}))) {
      lines.push(exchangeLine(exchange))
      if (expected && lines.at(-1) !== expected[lines.length - 1]) break
    }
    return lines
  } finally {
    await client.close()
    await store.close()
  }
}

let healthy: readonly string[]
let healthyWithAuth: readonly string[]

beforeAll(async () => {
  healthy = await transcript({})
  healthyWithAuth = await transcript({ auth: true })
})

describe('the defects of the Pet Store', () => {
  test('have unique ids', () => {
    expect(new Set(defects.map(({ id }) => id)).size).toBe(defects.length)
  })

  test('are refused if unknown', async () => {
    await expect(startStore({ defect: 'no-such-defect' })).rejects.toThrow('no-such-defect')
  })

  test.each(defects.map((defect) => [`${defect.operationId}: ${defect.title}`, defect] as const))(
    'change a response: %s',
    async (_, { id, needs }) => {
      const expected = needs ? healthyWithAuth : healthy
      const lines = await transcript({ defect: id, ...needs }, expected)
      expect(lines.at(-1)).not.toBe(expected[lines.length - 1])
    },
  )

  test('do not affect the next store', async () => {
    expect(await transcript({})).toEqual(healthy)
  })
})
