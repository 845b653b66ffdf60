import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createClock, createRandom } from '../../../mock/data/random.ts'

const draws = (seed: number | string, count = 5): readonly number[] => {
  const random = createRandom(seed)
  return Array.from({ length: count }, () => random.next())
}

describe('createRandom', () => {
  it('gives the same numbers for the same seed, number or string', () => {
    expect(draws(1)).toEqual(draws('1'))
    expect(draws(1)).not.toEqual(draws(2))
  })

  it('never changes its numbers between releases', () => {
    expect(draws(1, 3)).toMatchInlineSnapshot(`
      [
        0.6888038753412612,
        0.2606253099534761,
        0.26473827184244547,
      ]
    `)
    expect(createRandom('stable').fork('hand').int(1, 1_000_000)).toMatchInlineSnapshot(`20067`)
  })

  it('forks by label alone, not by what was drawn before', () => {
    const fresh = createRandom(7).fork('a').next()
    const used = createRandom(7)
    used.next()
    used.fork('b').next()
    expect(used.fork('a').next()).toBe(fresh)
    expect(used.fork('b').next()).not.toBe(fresh)
  })

  it('stays within [0, 1) and is evenly distributed', () => {
    const numbers = draws('spread', 20_000)
    expect(numbers.every((number) => number >= 0 && number < 1)).toBe(true)
    const tenths = Array.from(
      { length: 10 },
      (_, tenth) => numbers.filter((n) => Math.floor(n * 10) === tenth).length,
    )
    for (const count of tenths) expect(Math.abs(count - 2000)).toBeLessThan(200)
  })

  it('distributes the first number of neighbouring forks evenly too', () => {
    const root = createRandom(1)
    const firsts = Array.from({ length: 10_000 }, (_, index) => root.fork(`/pets/${index}`).next())
    const mean = firsts.reduce((sum, first) => sum + first, 0) / firsts.length
    expect(Math.abs(mean - 0.5)).toBeLessThan(0.02)
    expect(new Set(firsts).size).toBe(firsts.length)
  })

  it('draws every integer of a range and none outside', () => {
    fc.assert(
      fc.property(fc.integer(), fc.nat(1000), fc.string(), (min, width, seed) => {
        const value = createRandom(seed).int(min, min + width)
        return Number.isInteger(value) && value >= min && value <= min + width
      }),
    )
    const random = createRandom('dice')
    expect(new Set(Array.from({ length: 200 }, () => random.int(1, 6)))).toEqual(new Set([1, 2, 3, 4, 5, 6]))
  })

  it('refuses to pick from an empty list', () => {
    expect(() => createRandom(1).pick([])).toThrow(RangeError)
  })
})

describe('createClock', () => {
  it('shows real time when no time is given', () => {
    const clock = createClock()
    expect(Math.abs(clock.now().getTime() - Date.now())).toBeLessThan(1000)
    expect(clock.frozen).toBe(false)
  })

  it('stands still at the given time unless told otherwise', async () => {
    const clock = createClock({ now: '2030-12-06' })
    const running = createClock({ now: '2030-12-06', frozen: false })
    await new Promise((resolve) => {
      setTimeout(resolve, 20)
    })
    expect(clock.now().toISOString()).toBe('2030-12-06T00:00:00.000Z')
    expect(running.now().getTime()).toBeGreaterThan(clock.now().getTime())
  })

  it('can be moved, frozen or running', () => {
    for (const frozen of [true, false]) {
      const clock = createClock({ now: '2030-01-01', frozen })
      clock.advance(60_000)
      expect(clock.now().toISOString()).toMatch(/^2030-01-01T00:01:00/)
      clock.set('2031-01-01T10:00:00+02:00')
      expect(clock.now().toISOString()).toMatch(/^2031-01-01T08:00:00/)
    }
  })

  it('resumes from the time it was frozen at', () => {
    const clock = createClock({ now: '2030-01-01' })
    clock.resume()
    expect(clock.frozen).toBe(false)
    expect(clock.now().toISOString()).toMatch(/^2030-01-01T00:00:0/)
    clock.freeze()
    expect(clock.now()).toEqual(clock.now())
  })

  it('reads a time without offset as UTC in any time zone', () => {
    expect(createClock({ now: '2030-01-01T12:00' }).now().toISOString()).toBe('2030-01-01T12:00:00.000Z')
  })

  it.each(['tomorrow', '', '1', '2030-13-01', '06/12/2030'])('rejects %j as a date', (text) => {
    expect(() => createClock({ now: text })).toThrow(RangeError)
  })

  it('rejects a move outside the range of dates and stays where it was', () => {
    const clock = createClock({ now: '2030-01-01' })
    expect(() => clock.advance(Number.NaN)).toThrow(RangeError)
    expect(() => clock.advance(1e20)).toThrow(RangeError)
    expect(clock.now().toISOString()).toBe('2030-01-01T00:00:00.000Z')
  })
})
