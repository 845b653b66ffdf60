import * as fc from 'fast-check'
import type { Json } from '../../../spec/json.ts'
import { impossible } from '../impossible.ts'
import { placeOf } from '../schema/goal.ts'
import { valuesOf, type Shape } from '../schema/shape.ts'
import { checked, type Made } from './checked.ts'

/** A range that may exclude its ends. */
interface Range {
  readonly min: number
  readonly max: number
  readonly minExcluded: boolean
  readonly maxExcluded: boolean
}

export const int32: readonly [bigint, bigint] = [-(2n ** 31n), 2n ** 31n - 1n]
export const int64: readonly [bigint, bigint] = [-(2n ** 63n), 2n ** 63n - 1n]

interface Weighted<T> {
  readonly weight: number
  readonly arbitrary: fc.Arbitrary<T>
}

/** How much more often a number from 1 to 100 is drawn than any other, for typical values. */
const typicalWeight = 60

/** The range of numbers without bounds: every server can be expected to support it. */
const defaultRange = int32

/** Integers that satisfy the bounds of a shape, its `int32` or `int64` format, and its `multipleOf`. */
export function integers(shape: Shape, isTypical: boolean): Made<Json> {
  const [min, max] = integerRange(shape)
  const scale = commonStep(shape, true)
  if (!scale) return impossible(placeOf(shape.goal), 'the multiples it asks for are not representable')
  const step = scale.step / scale.units
  const low = divideUp(min ?? lowest(max), step)
  const high = -divideUp(-(max ?? highest(min)), step)
  if (low > high) return impossible(placeOf(shape.goal), 'no integer lies within its bounds')
  return whole(low, high, isTypical).map((factor) => toJson(factor * step))
}

/** Numbers that satisfy a shape, with as few decimals as its range allows. */
export function numbers(shape: Shape, isTypical: boolean): Made<Json> {
  const range = numberRange(shape)
  const where = placeOf(shape.goal)
  const step = commonStep(shape, false)
  const scales = step ? [step] : valuesOf(shape, 'format').includes('float') ? [quarters] : decimalScales
  for (const scale of scales) {
    const multiples = multiplesWithin(range, scale, isTypical)
    if (multiples) return accepted(shape, multiples)
  }
  const { min, max, minExcluded, maxExcluded } = range
  const isEmpty = min > max || (min === max && (minExcluded || maxExcluded))
  if (isEmpty || valuesOf(shape, 'multipleOf').length > 0)
    return impossible(where, 'no number lies within its bounds')
  // Missing bounds are infinite; excluding them excludes Infinity.
  return accepted(
    shape,
    fc.double({ ...range, noNaN: true }).map((each) => each + 0),
  )
}

/** The lowest and highest value, undefined without a bound, and the distance between neighbouring values. */
export function extremes(shape: Shape, integer: boolean): Extremes {
  const scale = commonStep(shape, integer) ?? decimalScales[0]!
  const step = Number(scale.step) / Number(scale.units)
  if (integer) {
    const [min, max] = integerRange(shape)
    const by = scale.step / scale.units
    return {
      lowest: min === undefined ? undefined : toJson(divideUp(min, by) * by),
      highest: max === undefined ? undefined : toJson(-divideUp(-max, by) * by),
      step,
    }
  }
  const { min, max, minExcluded, maxExcluded } = numberRange(shape)
  const isAny = valuesOf(shape, 'multipleOf').length === 0
  const at = (factor: number): number => (factor * Number(scale.step)) / Number(scale.units) + 0
  const low = isAny && !minExcluded ? min : at(multipleFrom(min / step, minExcluded))
  const high = isAny && !maxExcluded ? max : at(-multipleFrom(-max / step, maxExcluded))
  return {
    lowest: Number.isFinite(low) ? low : undefined,
    highest: Number.isFinite(high) ? high : undefined,
    step,
  }
}

/** The first integer from a quotient on, tolerating a rounding error in the quotient. */
function multipleFrom(quotient: number, excluded: boolean): number {
  const nearest = Math.round(quotient)
  const isWhole = Math.abs(quotient - nearest) < 1e-9
  return isWhole ? nearest + (excluded ? 1 : 0) : Math.ceil(quotient)
}

export interface Extremes {
  readonly lowest: number | bigint | undefined
  readonly highest: number | bigint | undefined
  readonly step: number
}

/** The bounds of integers; undefined for a missing bound. */
function integerRange(shape: Shape): readonly [min: bigint | undefined, max: bigint | undefined] {
  const { min, max, minExcluded, maxExcluded } = numberRange(shape)
  const low = Number.isFinite(min)
    ? BigInt(Math.ceil(min)) + (minExcluded && Number.isInteger(min) ? 1n : 0n)
    : undefined
  const high = Number.isFinite(max)
    ? BigInt(Math.floor(max)) - (maxExcluded && Number.isInteger(max) ? 1n : 0n)
    : undefined
  const format = formatRange(shape)
  return [larger(low, format?.[0]), smaller(high, format?.[1])]
}

/** The bounds of numbers by `minimum`, `maximum` and their exclusive forms. */
function numberRange(shape: Shape): Range {
  const min = Math.max(-Infinity, ...valuesOf(shape, 'minimum'))
  const above = Math.max(-Infinity, ...valuesOf(shape, 'exclusiveMinimum'))
  const max = Math.min(Infinity, ...valuesOf(shape, 'maximum'))
  const below = Math.min(Infinity, ...valuesOf(shape, 'exclusiveMaximum'))
  return {
    min: Math.max(min, above),
    max: Math.min(max, below),
    minExcluded: above >= min,
    maxExcluded: below <= max,
  }
}

/** The exact value, as a bigint only beyond the safe integers. */
export function toJson(integer: bigint): number | bigint {
  return integer >= Number.MIN_SAFE_INTEGER && integer <= Number.MAX_SAFE_INTEGER ? Number(integer) : integer
}

/** A step of `step / units`, which every multiple asked for divides. */
interface Scale {
  readonly step: bigint
  readonly units: bigint
}

/** What a `float` holds exactly. */
const quarters: Scale = { step: 1n, units: 4n }
const decimalScales: readonly Scale[] = [2n, 4n, 6n, 9n, 0n].map((decimals) => ({
  step: 1n,
  units: 10n ** decimals,
}))

/** The least common multiple of the shape's `multipleOf`, and of 1 for integers; undefined when there is none. */
function commonStep(shape: Shape, integer: boolean): Scale | undefined {
  const divisors = [...valuesOf(shape, 'multipleOf'), ...(integer ? [1] : [])]
  const decimals = Math.max(0, ...divisors.map(decimalsOf))
  if (divisors.length === 0 || decimals > 15) return undefined
  const units = 10n ** BigInt(decimals)
  const scaled = divisors.map((each) => BigInt(Math.round(each * Number(units))))
  const step = scaled.reduce((one, other) => (one / commonDivisor(one, other)) * other)
  return step > 2n ** 63n * units ? undefined : { step, units }
}

/** Multiples near the end of the range that is nearest to 0; undefined when there is none. */
function multiplesWithin(
  range: Range,
  { step, units }: Scale,
  isTypical: boolean,
): fc.Arbitrary<number> | undefined {
  const size = Number(step) / Number(units)
  const near = range.min > 0 ? range.min : range.max < 0 ? range.max : 0
  const span = 1000 * Math.max(1, size)
  const [from, to] = [Math.max(range.min, near - span), Math.min(range.max, near + span)]
  const low = multipleFrom(from / size, range.minExcluded && from === range.min)
  const high = -multipleFrom(-to / size, range.maxExcluded && to === range.max)
  if (!Number.isSafeInteger(low) || !Number.isSafeInteger(high) || low > high) return undefined
  const all = { weight: 1, arbitrary: fc.integer({ min: low, max: high }) }
  const [least, most] = [Math.max(low, 1), Math.min(high, Math.ceil(100 / size))]
  const usual =
    isTypical && least <= most
      ? [{ weight: typicalWeight, arbitrary: fc.integer({ min: least, max: most }) }]
      : []
  return fc.oneof(...usual, all).map((factor) => (factor * Number(step)) / Number(units) + 0)
}

/** What rounding may have pushed over a bound is left out. */
function accepted(shape: Shape, source: fc.Arbitrary<Json>): Made<Json> {
  return checked(
    source,
    (value) => isNumber(shape, value as number),
    placeOf(shape.goal),
    'no number was found within its bounds',
  )
}

/** Whether a number has every bound and divisor of the shape. */
export function isNumber(shape: Shape, value: number | bigint): boolean {
  const { min, max, minExcluded, maxExcluded } = numberRange(shape)
  if (value < min || value > max || (minExcluded && value <= min) || (maxExcluded && value >= max))
    return false
  const format = formatRange(shape)
  if (format && isInteger(value) && (BigInt(value) < format[0] || BigInt(value) > format[1])) return false
  return valuesOf(shape, 'multipleOf').every(
    (divisor) => Math.abs(Math.round(Number(value) / divisor) - Number(value) / divisor) < 1e-9,
  )
}

export function isInteger(value: Json): value is number | bigint {
  return typeof value === 'bigint' || Number.isInteger(value)
}

/** Integers near the end that is nearest to 0 mostly, defaultRange ones often, the whole range now and then. */
function whole(low: bigint, high: bigint, isTypical: boolean): fc.Arbitrary<bigint> {
  const near = low > 0n ? low : high < 0n ? high : 0n
  const within = (weight: number, from: bigint, to: bigint): Weighted<bigint>[] => {
    const [min, max] = [larger(low, from)!, smaller(high, to)!]
    return min > max ? [] : [{ weight, arbitrary: fc.bigInt({ min, max }) }]
  }
  const usual = isTypical ? within(typicalWeight, 1n, 100n) : within(12, near - 1000n, near + 1000n)
  return fc.oneof(...usual, ...within(4, ...defaultRange), ...within(1, low, high))
}

function formatRange(shape: Shape): readonly [bigint, bigint] | undefined {
  const formats = valuesOf(shape, 'format')
  return formats.includes('int32') ? int32 : formats.includes('int64') ? int64 : undefined
}

function lowest(max: bigint | undefined): bigint {
  return smaller(defaultRange[0], max === undefined ? undefined : max - 1000n)!
}

function highest(min: bigint | undefined): bigint {
  return larger(defaultRange[1], min === undefined ? undefined : min + 1000n)!
}

function divideUp(value: bigint, by: bigint): bigint {
  return value / by + (value % by > 0n ? 1n : 0n)
}

function larger(one: bigint | undefined, other: bigint | undefined): bigint | undefined {
  return one === undefined || (other !== undefined && other > one) ? other : one
}

function smaller(one: bigint | undefined, other: bigint | undefined): bigint | undefined {
  return one === undefined || (other !== undefined && other < one) ? other : one
}

function commonDivisor(one: bigint, other: bigint): bigint {
  return other === 0n ? one : commonDivisor(other, one % other)
}

function decimalsOf(value: number): number {
  const [mantissa = '', exponent = '0'] = String(value).split('e')
  return Math.max(0, (mantissa.split('.')[1]?.length ?? 0) - Number(exponent))
}
