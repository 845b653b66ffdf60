import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createRandom } from '../../../../mock/data/random.ts'
import { drawLatency } from '../../../../mock/engine/faults/latency.ts'
import {
  faultsOf,
  parseLatency,
  parseRateLimit,
  parseShare,
} from '../../../../mock/engine/faults/parse-faults.ts'
import { MockOptionError } from '../../../../mock/option-error.ts'

const parsers = { parseLatency, parseRateLimit, parseShare }

describe('--latency', () => {
  it.each([
    ['200', { min: 200, max: 200 }],
    ['50..200', { min: 50, max: 200 }],
    ['50..200ms', { min: 50, max: 200 }],
    ['0.5..2', { min: 0.5, max: 2 }],
    ['50..200:normal', { min: 50, max: 200, distribution: 'normal' }],
    ['50..200:lognormal', { min: 50, max: 200, distribution: 'lognormal' }],
    ['50..200:uniform', { min: 50, max: 200 }],
  ])('accepts %s', (text, latency) => expect(parseLatency(text)).toEqual(latency))

  it.each([
    ['200..50', "Invalid latency '200..50': the end of the range is below its start."],
    ['50...200', 'use milliseconds such as 200, or a range such as 50..200'],
    ['50..200:gauss', 'use milliseconds such as 200, or a range such as 50..200'],
    ['200:normal', 'use milliseconds such as 200, or a range such as 50..200'],
    ['-5', 'use milliseconds such as 200, or a range such as 50..200'],
    ['60001', 'the maximum is 60000 ms'],
    ['0..5:lognormal', 'a lognormal distribution must start above 0'],
    ['', 'use milliseconds such as 200, or a range such as 50..200'],
  ])('rejects %j with a reason', (text, reason) => expect(() => parseLatency(text)).toThrow(reason))

  it('reads back every range it writes', () => {
    const bound = fc.integer({ min: 1, max: 60_000 })
    const kind = fc.constantFrom('uniform', 'normal', 'lognormal')
    fc.assert(
      fc.property(bound, bound, kind, (one, other, distribution) => {
        const [min, max] = [Math.min(one, other), Math.max(one, other)]
        const read = parseLatency(`${min}..${max}:${distribution}`)
        expect({ distribution: 'uniform', ...read }).toEqual({ min, max, distribution })
      }),
    )
  })

  it('never waits outside 0 to 60 s, nor outside its range when uniform', () => {
    const bound = fc.double({ min: 0.001, max: 60_000, noNaN: true })
    fc.assert(
      fc.property(bound, bound, fc.string(), (one, other, seed) => {
        const [min, max] = [Math.min(one, other), Math.max(one, other)]
        const random = createRandom(seed)
        for (const distribution of ['normal', 'lognormal'] as const) {
          const drawn = drawLatency({ min, max, distribution }, random)
          expect(drawn).toBeGreaterThanOrEqual(0)
          expect(drawn).toBeLessThanOrEqual(60_000)
        }
        const drawn = drawLatency({ min, max }, random)
        expect(drawn).toBeGreaterThanOrEqual(Math.floor(min))
        expect(drawn).toBeLessThanOrEqual(Math.ceil(max))
      }),
    )
  })

  it.each(['normal', 'lognormal'] as const)(
    '%s: about 95 of 100 values are within the range',
    (distribution) => {
      const random = createRandom(distribution)
      const drawn = Array.from({ length: 4000 }, () =>
        drawLatency({ min: 100, max: 400, distribution }, random),
      )
      const share = drawn.filter((value) => value >= 100 && value <= 400).length / drawn.length
      expect(share).toBeGreaterThan(0.93)
      expect(share).toBeLessThan(0.97)
      const middle = drawn.sort((a, b) => a - b)[2000] as number
      expect(Math.abs(middle - (distribution === 'normal' ? 250 : 200))).toBeLessThan(10)
    },
  )
})

describe('--fail', () => {
  it.each([
    ['5%', 0.05],
    ['0%', 0],
    ['100%', 1],
    ['0.5%', 0.005],
  ])('accepts %s', (text, share) => expect(parseShare(text)).toBeCloseTo(share, 10))

  it.each(['5', '0.05', '101%', '-1%', '%', 'five%', '1e1%'])('rejects %s', (text) =>
    expect(() => parseShare(text)).toThrow('use a percentage from 0% to 100%, such as 5%'),
  )
})

describe('--rate-limit', () => {
  it.each([
    ['100/60s', { limit: 100, window: 60 }],
    ['5/s', { limit: 5, window: 1 }],
    ['10/1m', { limit: 10, window: 60 }],
    ['1000/h', { limit: 1000, window: 3600 }],
    ['1/500ms', { limit: 1, window: 0.5 }],
  ])('accepts %s', (text, limit) => expect(parseRateLimit(text)).toEqual(limit))

  it.each(['100', '0/60s', '100/0s', '1/8761h', '100/60', '100/60d', '-1/s', '1.5/s', ''])(
    'rejects %j',
    (text) => expect(() => parseRateLimit(text)).toThrow('use requests per time, such as 100/60s'),
  )

  it('reads back any rate limit it writes', () => {
    const [requests, seconds] = [999_999_999, 31_536_000].map((max) => fc.integer({ min: 1, max }))
    fc.assert(
      fc.property(requests as fc.Arbitrary<number>, seconds as fc.Arbitrary<number>, (limit, window) => {
        expect(parseRateLimit(`${limit}/${window}s`)).toEqual({ limit, window })
      }),
    )
  })
})

it('parsing any text throws nothing but MockOptionError', () => {
  const pieces = fc.array(
    fc.constantFrom('5', '0', '..', '.', '%', '/', 's', 'ms', ':', 'normal', ' ', '-'),
    {
      maxLength: 12,
    },
  )
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        pieces.map((all) => all.join('')),
      ),
      (text) => {
        for (const parse of Object.values(parsers)) {
          try {
            parse(text)
          } catch (error) {
            expect(error).toBeInstanceOf(MockOptionError)
          }
        }
      },
    ),
  )
})

it('0% is no fault', () => {
  expect(faultsOf({ fail: '0%' })).toEqual([])
  expect(faultsOf({ fail: '5%', latency: 20, rateLimit: '5/s' })).toEqual([
    { kind: 'latency', min: 20, max: 20 },
    { kind: 'rate-limit', limit: 5, window: 1 },
    { kind: 'status', rate: 0.05 },
  ])
})
