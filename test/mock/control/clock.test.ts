import { describe, expect, it } from 'vitest'
import { steer } from './steer.ts'

const frozen = { now: '2026-01-01T00:00:00Z' }

describe('the mock clock', () => {
  it('reports the time and whether it is frozen', async () => {
    const { ask } = await steer(frozen)
    expect((await ask('GET', '/_mock/clock')).json).toEqual({ now: '2026-01-01T00:00:00.000Z', frozen: true })
  })

  it('can be set past a sunset and back', async () => {
    const { ask } = await steer(frozen)
    expect((await ask('GET', '/pets/1')).status).toBe(200)
    await ask('PUT', '/_mock/clock', { json: { set: '2030-12-06' } })
    expect((await ask('GET', '/pets/1')).status).toBe(410)
    expect((await ask('GET', '/pets/1')).field('date')).toBe('Fri, 06 Dec 2030 00:00:00 GMT')
    await ask('DELETE', '/_mock/clock')
    expect((await ask('GET', '/pets/1')).status).toBe(200)
  })

  it('can be moved forward and back', async () => {
    const { ask } = await steer(frozen)
    const move = async (milliseconds: number): Promise<unknown> =>
      (await ask('POST', '/_mock/clock/advance', { json: { milliseconds } })).json['now']
    expect(await move(86_400_000)).toBe('2026-01-02T00:00:00.000Z')
    expect(await move(-1)).toBe('2026-01-01T23:59:59.999Z')
  })

  it('can be frozen and resumed', async () => {
    const { ask, mock } = await steer()
    const stopped = (await ask('PUT', '/_mock/clock', { json: { set: '2030-01-01', frozen: true } })).json
    expect(stopped).toEqual({ now: '2030-01-01T00:00:00.000Z', frozen: true })
    expect(mock.clock.now().toISOString()).toBe('2030-01-01T00:00:00.000Z')
    const running = (await ask('PUT', '/_mock/clock', { json: { frozen: false } })).json
    expect(running['frozen']).toBe(false)
    expect(String(running['now'])).toMatch(/^2030-01-01T00:00/)
  })

  it('returns to its initial state', async () => {
    const running = await steer()
    await running.ask('PUT', '/_mock/clock', { json: { set: '2040-01-01', frozen: true } })
    expect((await running.ask('DELETE', '/_mock/clock')).json['frozen']).toBe(false)
    const stopped = await steer(frozen)
    await stopped.ask('PUT', '/_mock/clock', { json: { set: '2040-01-01', frozen: false } })
    expect((await stopped.ask('DELETE', '/_mock/clock')).json).toEqual({
      now: '2026-01-01T00:00:00.000Z',
      frozen: true,
    })
  })

  it.each([
    [{}],
    [{ set: 'tomorrow' }],
    [{ set: '2030-13-01' }],
    [{ set: 5 }],
    [{ frozen: 'yes' }],
    [{ set: '2030-01-01', at: 1 }],
  ])('rejects %j', async (json) => {
    const { ask } = await steer(frozen)
    expect((await ask('PUT', '/_mock/clock', { json })).status).toBe(400)
    expect((await ask('GET', '/_mock/clock')).json['now']).toBe('2026-01-01T00:00:00.000Z')
  })
})
