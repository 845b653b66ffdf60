import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { impossible, isImpossible } from '../../../../contracts/generate/impossible.ts'
import { checked, type Made } from '../../../../contracts/generate/values/checked.ts'
import { deferred, type Growth } from '../../../../contracts/generate/values/deferred.ts'
import { draw, drawTypical } from '../../../../contracts/generate/values/draw.ts'

function possible<T>(arbitrary: Made<T>): fc.Arbitrary<T> {
  if (isImpossible(arbitrary)) throw new Error(arbitrary.reason)
  return arbitrary
}

/** The smallest value for which something does not hold. */
const smallest = <T>(arbitrary: fc.Arbitrary<T>, holds: (value: T) => boolean): T | undefined =>
  fc.check(fc.property(arbitrary, holds), { seed: 3, numRuns: 1000 }).counterexample?.[0]

describe('checked values', () => {
  const even = (value: number): boolean => value % 2 === 0

  it('are only accepted ones', () => {
    const values = fc.sample(possible(checked(fc.nat({ max: 999 }), even, '#', 'why')), { seed: 1 })
    expect(values.filter((value) => !even(value))).toEqual([])
    expect(new Set(values).size).toBeGreaterThan(5)
  })

  it('are impossible when none is found', () => {
    expect(checked(fc.nat(), () => false, '#/a', 'no value was found')).toMatchObject({
      kind: 'impossible',
      reason: '#/a: no value was found.',
    })
  })

  it('are searched for in at most 300 draws, until two are found', () => {
    let draws = 0
    const count = (accepts: boolean) => () => {
      draws++
      return accepts
    }
    checked(fc.nat(), count(false), '#', 'why')
    expect(draws).toBe(300)
    draws = 0
    checked(fc.nat(), count(true), '#', 'why')
    expect(draws).toBe(2)
  })

  it('fall back on one found before', () => {
    const rare = possible(checked(fc.nat({ max: 99 }), (value) => value === 42, '#', 'why'))
    expect(new Set(fc.sample(rare, { seed: 1, numRuns: 200 }))).toEqual(new Set([42]))
  })

  it('shrink to a small accepted one', () => {
    const arbitrary = possible(checked(fc.nat({ max: 9999 }), even, '#', 'why'))
    const shrunk = smallest(arbitrary, (value) => value < 101)!
    expect([even(shrunk), shrunk > 100, shrunk < 200]).toEqual([true, true, true])
  })

  it('shrink without a context where the source does', () => {
    const arbitrary = possible(checked(fc.nat({ max: 99 }), even, '#', 'why'))
    expect([8, 7, 'a', 100].map((value) => arbitrary.canShrinkWithoutContext(value))).toEqual([
      true,
      false,
      false,
      false,
    ])
    expect([...arbitrary.shrink(8, undefined)].map(({ value }) => value)).toEqual([0, 4, 6])
    const mapped = possible(checked(fc.nat().map(String), () => true, '#', 'why'))
    expect([...mapped.shrink('7', undefined)]).toEqual([])
  })
})

describe('a deferred value', () => {
  const growth = (): Growth => ({ depth: 0, parts: 0 })

  it('is not made before the first draw', () => {
    let calls = 0
    const lazy = deferred(
      () => {
        calls++
        return fc.constant('full')
      },
      fc.constant('least'),
      growth(),
    )
    expect(calls).toBe(0)
    expect(fc.sample(lazy, { seed: 1, numRuns: 3 })).toEqual(['full', 'full', 'full'])
    expect(calls).toBe(3)
  })

  it('is minimal below six levels', () => {
    const shared = growth()
    const nested: fc.Arbitrary<readonly unknown[]> = deferred<readonly unknown[]>(
      () => fc.tuple(nested),
      fc.constant([]),
      shared,
    )
    const [value] = fc.sample(nested, { seed: 1, numRuns: 1 })
    expect(JSON.stringify(value)).toBe('[[[[[[[]]]]]]]')
    expect(shared.depth).toBe(0)
  })

  it('is minimal after 200 parts of each whole value', () => {
    const shared = growth()
    const part = deferred<number>(() => fc.constant(1), fc.constant(0), shared)
    const whole = deferred<readonly number[]>(
      () => fc.array(part, { minLength: 250, maxLength: 250 }),
      fc.constant([]),
      shared,
    )
    const counts = fc
      .sample(whole, { seed: 1, numRuns: 2 })
      .map((values) => values.filter((value) => value === 1).length)
    expect(counts).toEqual([199, 199])
  })

  it('counts no level for a draw that fails', () => {
    const shared = growth()
    const broken = deferred<number>(
      () =>
        fc.constant(1).map(() => {
          throw new Error('broken')
        }),
      fc.constant(0),
      shared,
    )
    expect(() => fc.sample(broken, { seed: 1, numRuns: 1 })).toThrow('broken')
    expect(shared.depth).toBe(0)
  })

  it('shrinks as what was drawn', () => {
    const value = deferred(() => fc.nat({ max: 9999 }), fc.constant(0), growth())
    expect(smallest(value, (number) => number < 77)).toBe(77)
    const mapped = deferred(
      () => fc.nat({ max: 9999 }).map((count) => ({ count })),
      fc.constant({ count: 0 }),
      growth(),
    )
    expect(smallest(mapped, ({ count }) => count < 77)).toEqual({ count: 77 })
  })

  it('shrinks without a context as a minimal value', () => {
    const value = deferred(() => fc.constant(5), fc.nat({ max: 9 }), growth())
    expect([value.canShrinkWithoutContext(7), value.canShrinkWithoutContext(70)]).toEqual([true, false])
    expect([...value.shrink(7, undefined)].map(({ value: smaller }) => smaller)).toEqual([0, 4, 6])
    expect([...value.shrink(70, undefined)]).toEqual([])
  })
})

describe('drawn values', () => {
  it('are always the same, and none when impossible', () => {
    expect(draw(fc.constant('a'))).toEqual(['a'])
    expect(draw(fc.nat(), 4)).toHaveLength(4)
    expect(draw(fc.nat(), 4)).toEqual(draw(fc.nat(), 4))
    expect(draw(impossible('#', 'why'))).toEqual([])
  })

  it('are neither blank nor zero if possible', () => {
    const first = (...values: readonly (string | number | null)[]) => {
      let at = 0
      return drawTypical(fc.constant(null).map(() => values[at++ % values.length]!))
    }
    expect(first('', ' ', 0, 'a', 'b')).toBe('a')
    expect(first(0, 7)).toBe(7)
    expect(first('', 0)).toBe('')
    expect(drawTypical(impossible('#', 'why'))).toBeUndefined()
  })
})

describe('an impossible result', () => {
  it('is distinguished from a value that looks like it', () => {
    const reason = impossible('#/a', 'minimum 5 is above maximum 2')
    expect(reason.reason).toBe('#/a: minimum 5 is above maximum 2.')
    expect(
      [reason, { ...reason }, { kind: 'impossible', reason: '' }, null, 'impossible'].map(isImpossible),
    ).toEqual([true, true, false, false, false])
  })
})
