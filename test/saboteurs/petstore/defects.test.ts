import { describe, expect, test } from 'vitest'
import { createClient } from '../shared/client.ts'
import { exchangeLine, sendScript } from '../shared/script.ts'
import { defects } from './defects/index.ts'
import { requests } from './requests.ts'
import { startStore } from './start.ts'

/** Sends the requests to a new, healthy store. */
async function transcript(): Promise<readonly string[]> {
  const store = await startStore()
  const client = createClient(store.url)
  const lines: string[] = []
  try {
    for await (const exchange of sendScript(client, requests)) lines.push(exchangeLine(exchange))
    return lines
  } finally {
    await client.close()
    await store.close()
  }
}

describe('the defects of the Pet Store', () => {
  test('have unique ids', () => {
    expect(new Set(defects.map(({ id }) => id)).size).toBe(defects.length)
  })

  test('are refused if unknown', async () => {
    await expect(startStore({ defect: 'no-such-defect' })).rejects.toThrow('no-such-defect')
  })

  test('do not affect the next store', async () => {
    const before = await transcript()
    const sabotaged = await Promise.all(defects.map(({ id, needs }) => startStore({ defect: id, ...needs })))
    await Promise.all(sabotaged.map(async (store) => store.close()))
    expect(await transcript()).toEqual(before)
  })
})
