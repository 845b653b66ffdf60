import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createMock, type Mock } from '../../../mock/index.ts'
import { startProcess } from '../../support/mock-process.ts'

/** Rounds per world. `KILL_ROUNDS=20` runs the full-size test. */
const rounds = Number(process.env['KILL_ROUNDS'] ?? 1)

/** Writes per second. */
const rate = 200

interface Written {
  readonly id: number
  readonly name: string
  /** Time of its response, in milliseconds. */
  readonly at: number
  readonly took: number
}

interface Loss {
  /** Writes answered before the mock was killed. */
  readonly written: number
  /** The number of these missing afterwards. */
  readonly lost: readonly Written[]
  /** Age of the oldest lost write when the mock was killed, in milliseconds. */
  readonly age: number
  /** The longest response time, a measure of how much a busy machine delays everything. */
  readonly slowest: number
}

/** Maximum number of concurrent writes. */
const atOnce = 64

/** Writes at a steady rate, kills the mock after some responses, and compares what was saved. */
async function killed(state: string, world: string, after: number): Promise<Loss> {
  const { url, end } = await startProcess('--state', state, '--world', world)
  const written: Written[] = []
  const start = performance.now()
  const busy = new Set<Promise<void>>()
  for (let sent = 0; written.length < after; sent += 1) {
    const ahead = start + (sent * 1000) / rate - performance.now()
    if (ahead > 0) await new Promise((resolve) => setTimeout(resolve, ahead))
    if (busy.size === atOnce) await Promise.race(busy)
    const writing = write(url, `Pet ${sent}`, written).finally(() => busy.delete(writing))
    busy.add(writing)
  }
  const last = performance.now()
  await end('SIGKILL')
  await Promise.all(busy)
  const mock = await createMock({ state })
  try {
    const lost: Written[] = []
    for (const id of written) if (!(await has(mock, id))) lost.push(id)
    return {
      written: written.length,
      lost,
      age: last - Math.min(last, ...lost.map(({ at }) => at)),
      slowest: Math.max(...written.map(({ took }) => took)),
    }
  } finally {
    await mock.close()
  }
}

async function write(url: string, name: string, written: Written[]): Promise<void> {
  const init = {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ name, categoryId: 1 }),
  }
  try {
    const start = performance.now()
    const response = await fetch(`${url}/pets`, init)
    const { id } = (await response.json()) as { id: number }
    const at = performance.now()
    written.push({ id, name, at, took: at - start })
  } catch {
    // The mock was killed before it responded.
  }
}

async function has(mock: Mock, { id, name }: Written): Promise<boolean> {
  const pet = await mock.store.read((tx) => tx.collection('/pets').get(id))
  return pet?.['name'] === name
}

async function worldFile(folder: string, size: number): Promise<string> {
  const path = join(folder, 'pets.json')
  const pets = Array.from({ length: size }, (_, index) => ({
    id: index + 1,
    name: 'Rex',
    categoryId: 1,
    status: 'available',
  }))
  await writeFile(path, JSON.stringify({ '/categories': [{ id: 1, name: 'Dogs' }], '/pets': pets }))
  return path
}

describe.each([
  ['a small world', 100],
  ['a world of 20,000 records', 20_000],
])('killed during 200 writes a second, %s', (_, size) => {
  it('restores everything written more than a second before', { timeout: 30_000 * rounds }, async () => {
    const folder = await mkdtemp(join(tmpdir(), 'kill-'))
    try {
      const world = await worldFile(folder, size)
      const losses: Loss[] = []
      for (let round = 0; round < rounds; round += 1)
        losses.push(await killed(join(folder, `state-${round}.json`), world, 250 + ((round * 37) % 150)))
      if (process.env['KILL_ROUNDS'] !== undefined) report(losses)
      for (const { age } of losses) expect(age).toBeLessThan(1000)
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  })
})

function report(losses: readonly Loss[]): void {
  for (const { written, lost, age, slowest } of losses) {
    const before = `the oldest ${age.toFixed(0)} ms before the end`
    console.log(
      `${written} written, ${lost.length} lost, ${before}, the slowest answer ${slowest.toFixed(0)} ms`,
    )
  }
}
