import { beforeAll, describe, expect, test } from 'vitest'
import { createClient } from './client.ts'
import { defects } from './defects.ts'
import { startStore, type StartOptions } from './store.ts'
import { lineOf, walk } from './walk.ts'

/** Walks through a store for as long as each answer is as expected. */
async function transcript(options: StartOptions, expected?: readonly string[]): Promise<readonly string[]> {
  const store = await startStore(options)
  const client = createClient(store.url)
  const lines: string[] = []
  try {
    for await (const step of walk(client, options.auth ?? false)) {
      lines.push(lineOf(step))
      if (expected && lines.at(-1) !== expected[lines.length - 1]) break
    }
    return lines
  } finally {
    await client.close()
    await store.close()
  }
}

let healthy: readonly string[]
let guarded: readonly string[]

beforeAll(async () => {
  healthy = await transcript({})
  guarded = await transcript({ auth: true })
})

describe('the defects', () => {
  test('have names of their own', () => {
    expect(new Set(defects.map(({ id }) => id)).size).toBe(defects.length)
  })

  test('that nobody knows are refused', async () => {
    await expect(startStore({ defect: 'no-such-defect' })).rejects.toThrow('no-such-defect')
  })

  test.each(defects.map((defect) => [`${defect.operationId}: ${defect.title}`, defect] as const))(
    'show: %s',
    async (_, { id, needs }) => {
      const expected = needs ? guarded : healthy
      const answers = await transcript({ defect: id, ...needs }, expected)
      expect(answers.at(-1)).not.toBe(expected[answers.length - 1])
    },
  )

  test('leave nothing behind in the next store', async () => {
    expect(await transcript({})).toEqual(healthy)
  })
})
