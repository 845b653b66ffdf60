import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isImpossible } from '../../../../contracts/generate/impossible.ts'
import type { Made } from '../../../../contracts/generate/values/checked.ts'
import {
  extremes,
  integers,
  isNumber,
  numbers,
  toJson,
} from '../../../../contracts/generate/values/numbers.ts'
import type { Json } from '../../../../spec/json.ts'
import { shapeFor } from '../shapes.ts'

const [min32, max32] = [-2147483648, 2147483647]
const [min64, max64] = [-9223372036854775808n, 9223372036854775807n]

function drawn(arbitrary: Made<Json>, numRuns = 300): readonly (number | bigint)[] {
  if (isImpossible(arbitrary)) throw new Error(arbitrary.reason)
  return fc.sample(arbitrary, { seed: 7, numRuns }) as (number | bigint)[]
}

const why = (arbitrary: Made<Json>): string => (isImpossible(arbitrary) ? arbitrary.reason : 'possible')
const integersOf = (schema: object, isTypical = false) => drawn(integers(shapeFor(schema), isTypical))
const numbersOf = (schema: object, isTypical = false) => drawn(numbers(shapeFor(schema), isTypical))
const least = (values: readonly (number | bigint)[]) =>
  values.reduce((one, other) => (other < one ? other : one))
const greatest = (values: readonly (number | bigint)[]) =>
  values.reduce((one, other) => (other > one ? other : one))

describe('the extremes', () => {
  it.each([
    [{}, undefined, undefined, 1],
    [{ minimum: 3 }, 3, undefined, 1],
    [{ maximum: 3 }, undefined, 3, 1],
    [{ minimum: 1.2, maximum: 5.9 }, 2, 5, 1],
    [{ exclusiveMinimum: 1, exclusiveMaximum: 5 }, 2, 4, 1],
    [{ exclusiveMinimum: 1.5, exclusiveMaximum: 4.5 }, 2, 4, 1],
    [{ minimum: -7, maximum: 7, multipleOf: 3 }, -6, 6, 3],
    [{ minimum: 1, maximum: 30, multipleOf: 4, allOf: [{ multipleOf: 6 }] }, 12, 24, 12],
    [{ minimum: 1, maximum: 30, multipleOf: 2.5 }, 5, 30, 5],
    [{ format: 'int32' }, min32, max32, 1],
    [{ format: 'int32', minimum: -1e12, maximum: 1e12 }, min32, max32, 1],
    [{ format: 'int32', minimum: -5, maximum: 5 }, -5, 5, 1],
    [{ format: 'int64' }, min64, max64, 1],
    [{ format: 'int64', minimum: 0 }, 0, max64, 1],
  ])('of integers in %j are whole, and multiples', (schema, lowest, highest, step) => {
    expect(extremes(shapeFor(schema), true)).toEqual({ lowest, highest, step })
  })

  it.each([
    [{}, undefined, undefined, 0.01],
    [{ minimum: 1.234, maximum: 5.678 }, 1.234, 5.678, 0.01],
    [{ exclusiveMinimum: 1, exclusiveMaximum: 2 }, 1.01, 1.99, 0.01],
    [{ exclusiveMinimum: 1.005, exclusiveMaximum: 1.995 }, 1.01, 1.99, 0.01],
    [{ minimum: 2, exclusiveMinimum: 1, maximum: 3, exclusiveMaximum: 4 }, 2, 3, 0.01],
    [{ minimum: 1, exclusiveMinimum: 2, maximum: 4, exclusiveMaximum: 3 }, 2.01, 2.99, 0.01],
    [{ minimum: 2, exclusiveMinimum: 2, maximum: 3, exclusiveMaximum: 3 }, 2.01, 2.99, 0.01],
    [{ minimum: 0.3, maximum: 0.8, multipleOf: 0.25 }, 0.5, 0.75, 0.25],
    [{ exclusiveMinimum: 0.5, exclusiveMaximum: 2, multipleOf: 0.5 }, 1, 1.5, 0.5],
    [{ minimum: 0.1, maximum: 0.3, multipleOf: 0.1 }, 0.1, 0.3, 0.1],
    [{ minimum: -0.5, maximum: 0.5, multipleOf: 1 }, 0, 0, 1],
    [{ minimum: 0.3, maximum: 2, multipleOf: 0.5, allOf: [{ multipleOf: 0.75 }] }, 1.5, 1.5, 1.5],
    [{ minimum: 0.00005, maximum: 1, multipleOf: 1e-4 }, 0.0001, 1, 0.0001],
  ])('of numbers in %j have as few decimals as can be', (schema, lowest, highest, step) => {
    expect(extremes(shapeFor(schema), false)).toEqual({ lowest, highest, step })
  })
})

describe('a number', () => {
  it.each([
    [{ minimum: 1, maximum: 2 }, [1, 1.5, 2], [0.9, 2.1]],
    [{ exclusiveMinimum: 1, exclusiveMaximum: 2 }, [1.1, 1.9], [1, 2]],
    [{ minimum: 1, exclusiveMinimum: 1 }, [1.1], [1]],
    [{ minimum: 2, exclusiveMinimum: 1 }, [2], [1.5]],
    [{ maximum: 1, exclusiveMaximum: 2 }, [1], [1.5]],
    [{ multipleOf: 0.1 }, [0.3, 0.7, -1.1], [0.35]],
    [{ multipleOf: 2, allOf: [{ multipleOf: 3 }] }, [6, 0], [4, 9]],
    [{ format: 'int32' }, [min32, max32, 0.5, 1e10 + 0.5], [min32 - 1, max32 + 1]],
    [{ format: 'int64' }, [min64, max64, max32 + 1], [min64 - 1n, max64 + 1n]],
    [{ format: 'double' }, [1e300], []],
  ])('fits %j or does not', (schema, fitting, others) => {
    expect(fitting.filter((value) => !isNumber(shapeFor(schema), value))).toEqual([])
    expect(others.filter((value) => isNumber(shapeFor(schema), value))).toEqual([])
  })

  it('is a bigint only beyond the safe integers', () => {
    expect([9007199254740991n, -9007199254740991n, 0n].map(toJson)).toEqual([
      9007199254740991, -9007199254740991, 0,
    ])
    expect([9007199254740992n, -9007199254740992n].map(toJson)).toEqual([
      9007199254740992n,
      -9007199254740992n,
    ])
  })
})

describe('integers', () => {
  it('are within int32 by default, mostly near zero', () => {
    const values = integersOf({})
    expect(values.every((value) => Number.isInteger(value) && value >= min32 && value <= max32)).toBe(true)
    expect(values.filter((value) => value >= -1000 && value <= 1000).length).toBeGreaterThan(150)
    expect(values.filter((value) => value < -1000 || value > 1000).length).toBeGreaterThan(30)
  })

  it('are mostly from 1 to 100 for typical values', () => {
    const isUsual = (value: number | bigint): boolean => value >= 1 && value <= 100
    expect(integersOf({}, true).filter(isUsual).length).toBeGreaterThan(250)
    expect(integersOf({}).filter(isUsual).length).toBeLessThan(150)
    expect(integersOf({ minimum: 500 }, true).every((value) => value >= 500)).toBe(true)
  })

  it('start from a bound beyond int32', () => {
    const above = integersOf({ minimum: 5e9 })
    expect([least(above) >= 5e9, greatest(above) <= 5e9 + 1000]).toEqual([true, true])
    const below = integersOf({ maximum: -5e9 })
    expect([greatest(below) <= -5e9, least(below) >= -5e9 - 1000]).toEqual([true, true])
  })

  it('reach the bounds, near zero first', () => {
    expect(new Set(integersOf({ minimum: 3, maximum: 5 }))).toEqual(new Set([3, 4, 5]))
    const far = integersOf({ minimum: 100_000, maximum: 900_000 })
    expect(far.filter((value) => value <= 101_000).length).toBeGreaterThan(150)
    const negative = integersOf({ minimum: -900_000, maximum: -100_000 })
    expect(negative.filter((value) => value >= -101_000).length).toBeGreaterThan(150)
  })

  it('of int64 are sometimes beyond the safe integers', () => {
    const values = integersOf({ format: 'int64' })
    expect(values.some((value) => typeof value === 'bigint')).toBe(true)
    expect(values.every((value) => value >= min64 && value <= max64)).toBe(true)
  })

  it('are multiples', () => {
    const values = integersOf({ multipleOf: 2.5, minimum: -31, maximum: 31 })
    expect([...new Set(values)].every((value) => Number(value) % 5 === 0)).toBe(true)
    expect([least(values), greatest(values)]).toEqual([-30, 30])
  })

  it.each([
    [{ minimum: 2, maximum: 1 }, 'no integer lies within its bounds'],
    [{ minimum: 1, maximum: 6, multipleOf: 7 }, 'no integer lies within its bounds'],
    [{ multipleOf: 1e-16 }, 'the multiples it asks for are not representable'],
    [{ multipleOf: 1e20 }, 'the multiples it asks for are not representable'],
  ])('are impossible in %j', (schema, reason) => {
    expect(why(integers(shapeFor(schema), false))).toBe(`#/components/schemas/Subject: ${reason}.`)
  })
})

describe('numbers', () => {
  const decimals = (value: number | bigint): number => String(value).split('.')[1]?.length ?? 0

  it('have two decimals by default', () => {
    const values = numbersOf({})
    expect(Math.max(...values.map(decimals))).toBe(2)
    expect([least(values) >= -1000, greatest(values) <= 1000]).toEqual([true, true])
  })

  it('have more decimals if the range is narrow', () => {
    expect(new Set(numbersOf({ minimum: 0.3, maximum: 0.31 }))).toEqual(new Set([0.3, 0.31]))
    const narrow = numbersOf({ exclusiveMinimum: 0.3, exclusiveMaximum: 0.31 })
    expect(Math.max(...narrow.map(decimals))).toBe(4)
    expect([least(narrow) > 0.3, greatest(narrow) < 0.31]).toEqual([true, true])
    const narrowest = numbersOf({ minimum: 0.12345678911, maximum: 0.12345678915 })
    expect([least(narrowest) >= 0.12345678911, greatest(narrowest) <= 0.12345678915]).toEqual([true, true])
  })

  it('have none if they are too large', () => {
    const large = numbersOf({ minimum: 1e15 })
    expect([least(large) >= 1e15, greatest(large) <= 1e15 + 1000]).toEqual([true, true])
    const isFinite = (schema: object) =>
      drawn(numbers(shapeFor(schema), false), 3000).every((value) => Number.isFinite(value))
    expect([isFinite({ minimum: 1e300 }), isFinite({ maximum: -1e300 })]).toEqual([true, true])
  })

  it('stay near the end that is nearest to zero', () => {
    const above = numbersOf({ minimum: 5000, maximum: 90_000 })
    expect([least(above) >= 5000, greatest(above) <= 6000]).toEqual([true, true])
    const below = numbersOf({ minimum: -90_000, maximum: -5000 })
    expect([least(below) >= -6000, greatest(below) <= -5000]).toEqual([true, true])
  })

  it('are mostly from 1 to 100 for typical values', () => {
    const isUsual = (value: number | bigint): boolean => value > 0 && value <= 100
    expect(numbersOf({}, true).filter(isUsual).length).toBeGreaterThan(250)
    expect(numbersOf({}).filter(isUsual).length).toBeLessThan(150)
    expect(numbersOf({ minimum: 500 }, true).every((value) => value >= 500)).toBe(true)
  })

  it('of a float are exact in 32 bits', () => {
    const values = numbersOf({ format: 'float' })
    expect(values.every((value) => Number(value) % 0.25 === 0)).toBe(true)
    expect(values.some((value) => Number(value) % 0.5 !== 0)).toBe(true)
  })

  it('are multiples, and never -0', () => {
    const values = numbersOf({ multipleOf: 0.3, exclusiveMinimum: -0.9, exclusiveMaximum: 0.9 })
    expect(new Set(values)).toEqual(new Set([-0.6, -0.3, 0, 0.3, 0.6]))
    expect(values.some((value) => Object.is(value, -0))).toBe(false)
    expect(numbersOf({ minimum: 1e300, maximum: 1e301 }).some((value) => Object.is(value, -0))).toBe(false)
  })

  it('are the only one within the bounds', () => {
    expect(new Set(numbersOf({ minimum: 1, maximum: 1 }))).toEqual(new Set([1]))
  })

  it.each([
    { minimum: 3, maximum: 1 },
    { minimum: 1, exclusiveMaximum: 1 },
    { exclusiveMinimum: 1, maximum: 1 },
    { minimum: 1, maximum: 4, multipleOf: 5 },
  ])('are impossible in %j', (schema) => {
    expect(why(numbers(shapeFor(schema), false))).toBe(
      '#/components/schemas/Subject: no number lies within its bounds.',
    )
  })
})
