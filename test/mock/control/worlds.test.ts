import { describe, expect, it } from 'vitest'
import { steer, type Steered } from './steer.ts'

const pets = async ({ ask }: Steered): Promise<unknown> =>
  (await ask('GET', '/_mock/state/pets?limit=1')).json['total']

describe('worlds', () => {
  it('a reset restores the initial world', async () => {
    const steered = await steer()
    const before = (await steered.ask('GET', '/_mock/state')).text
    await steered.ask('DELETE', '/pets/1')
    expect((await steered.ask('POST', '/_mock/reset')).status).toBe(204)
    expect((await steered.ask('GET', '/_mock/state')).text).toBe(before)
  })

  it('a reset loads another seeded world, and without a name the initial one', async () => {
    const steered = await steer()
    await steered.ask('POST', '/_mock/reset', { json: { world: 'empty' } })
    expect(await pets(steered)).toBe(0)
    await steered.ask('POST', '/_mock/reset')
    expect(await pets(steered)).toBe(60)
    expect((await steered.ask('POST', '/_mock/reset', { json: { world: 'mars' } })).status).toBe(400)
  })
})

describe('snapshots', () => {
  it('are saved, listed, restored and deleted', async () => {
    const steered = await steer({ now: '2026-01-01T00:00:00Z' })
    const { ask } = steered
    const saved = { name: 'before sale', savedAt: '2026-01-01T00:00:00.000Z' }
    const put = await ask('PUT', '/_mock/snapshots/before%20sale')
    expect([put.status, put.json]).toEqual([201, saved])
    await ask('DELETE', '/_mock/state')
    expect((await ask('POST', '/_mock/snapshots/before%20sale/restore')).status).toBe(204)
    expect(await pets(steered)).toBe(60)
    expect((await ask('GET', '/_mock/snapshots')).json).toEqual({ snapshots: [saved] })
    expect((await ask('PUT', '/_mock/snapshots/before%20sale')).status).toBe(200)
    expect((await ask('DELETE', '/_mock/snapshots/before%20sale')).status).toBe(204)
    expect((await ask('POST', '/_mock/snapshots/before%20sale/restore')).status).toBe(404)
  })

  it('are not affected by later changes', async () => {
    const steered = await steer()
    await steered.ask('PUT', '/_mock/snapshots/a')
    await steered.ask('POST', '/pets', { json: { name: 'Luna', categoryId: 2 } })
    await steered.ask('POST', '/_mock/snapshots/a/restore')
    await steered.ask('DELETE', '/_mock/state')
    await steered.ask('POST', '/_mock/snapshots/a/restore')
    expect(await pets(steered)).toBe(60)
  })

  it('are limited to a hundred', async () => {
    const { ask } = await steer({ world: 'empty' })
    for (let count = 0; count < 100; count += 1) await ask('PUT', `/_mock/snapshots/s${count}`)
    expect((await ask('PUT', '/_mock/snapshots/more')).json['code']).toBe('too_many_snapshots')
    expect((await ask('PUT', '/_mock/snapshots/s5')).status).toBe(200)
  })

  it.each(['%2E%2E', '', 'a%00b', 'x'.repeat(65)])('cannot be named %j', async (name) => {
    const { ask } = await steer()
    expect((await ask('PUT', `/_mock/snapshots/${name}`)).status).toBeGreaterThanOrEqual(400)
  })
})
