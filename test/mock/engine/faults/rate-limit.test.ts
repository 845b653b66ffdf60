import { describe, expect, it } from 'vitest'
import { createClock } from '../../../../mock/data/random.ts'
import { createRateLimiter } from '../../../../mock/engine/faults/rate-limit.ts'
import { createMock, type Mock } from '../../../../mock/index.ts'
import { clientOf } from '../../client.ts'

const fault = { kind: 'rate-limit', limit: 2, window: 60 } as const

function limiter(frozen: boolean) {
  const clock = createClock({ now: '2026-01-01', frozen })
  let real = 0
  const limit = createRateLimiter(fault, clock, () => real)
  const passes = (milliseconds: number): void => {
    real += milliseconds
  }
  return {
    clock,
    limit,
    passes,
    exceeded: (count: number) => Array.from({ length: count }, () => limit().isExceeded),
  }
}

describe('a quota', () => {
  it('is restored when its window has passed on the mock clock', () => {
    const { clock, exceeded } = limiter(true)
    expect(exceeded(3)).toEqual([false, false, true])
    clock.advance(59_000)
    expect(exceeded(1)).toEqual([true])
    clock.advance(1000)
    expect(exceeded(3)).toEqual([false, false, true])
  })

  it('is restored in real time while the mock clock is frozen', () => {
    const { exceeded, passes } = limiter(true)
    expect(exceeded(3)).toEqual([false, false, true])
    passes(59_999)
    expect(exceeded(1)).toEqual([true])
    passes(1)
    expect(exceeded(1)).toEqual([false])
  })

  it('gives the same responses to the same requests while the clock is frozen', () => {
    const { limit, passes } = limiter(true)
    limit()
    passes(12_345)
    expect(limit()).toMatchObject({ reset: 60, fields: { RateLimit: '"default";r=0;t=60' } })
  })

  it('never announces a wait longer than its window, even if the clock is set back', () => {
    const { clock, limit } = limiter(true)
    limit()
    clock.advance(-3_600_000)
    expect(limit().reset).toBe(60)
  })
})

describe('--rate-limit', () => {
  const open = (faults?: Record<string, [typeof fault]>): Promise<Mock> =>
    createMock({ now: '2026-01-01', selfCheck: 'throw', ...(faults ? { faults } : { rateLimit: '2/60s' }) })

  it("responds 429 with RateLimit fields and Retry-After in the document's error format", async () => {
    const send = clientOf(await open())
    const answers = [await send('GET', '/pets'), await send('GET', '/categories'), await send('GET', '/pets')]
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 429])
    expect(answers.map((answer) => answer.header('ratelimit'))).toEqual([
      '"default";r=1;t=60',
      '"default";r=0;t=60',
      '"default";r=0;t=60',
    ])
    expect(answers[0]?.header('ratelimit-policy')).toBe('"default";q=2;w=60')
    expect(answers.map((answer) => answer.header('retry-after'))).toEqual([undefined, undefined, '60'])
    expect(answers[2]?.body).toMatchObject({ code: 'rate_limited', status: 429 })
  })

  it('allows requests again when the clock moves on', async () => {
    const mock = await open()
    const send = clientOf(mock)
    for (const expected of [200, 200, 429]) expect((await send('GET', '/pets')).status).toBe(expected)
    mock.clock.advance(20_000)
    expect((await send('GET', '/pets')).header('retry-after')).toBe('40')
    mock.clock.advance(40_000)
    expect((await send('GET', '/pets')).status).toBe(200)
  })

  it('counts an operation separately when it has its own limit', async () => {
    const send = clientOf(await open({ listPets: [fault] }))
    for (const expected of [200, 200, 429]) expect((await send('GET', '/pets')).status).toBe(expected)
    expect((await send('GET', '/categories')).header('ratelimit')).toBeUndefined()
  })
})
