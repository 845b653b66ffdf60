import type { Json } from '../../../spec/json.ts'
import { toPattern, type Pattern } from '../../../spec/patterns/pattern.ts'
import type { Shape } from './shape.ts'
import { perShape } from './shape.ts'
import { hasType } from './types.ts'

/** The largest value of a keyword that is a lower bound, such as `minItems`; `none` if no schema has it. */
export function atLeast(shape: Shape, keyword: string, none: number): number {
  return shape.keywords.reduce(
    (most, each) => Math.max(most, (each[keyword] as number | undefined) ?? none),
    none,
  )
}

/** The smallest value of a keyword that is an upper bound, such as `maxItems`; `none` if no schema has it. */
export function atMost(shape: Shape, keyword: string, none: number): number {
  return shape.keywords.reduce(
    (least, each) => Math.min(least, (each[keyword] as number | undefined) ?? none),
    none,
  )
}

/** All values of a keyword in the schemas of a shape. */
export function all(shape: Shape, keyword: string): readonly unknown[] {
  return shape.keywords.flatMap((each) => (Object.hasOwn(each, keyword) ? [each[keyword]] : []))
}

/** The largest sizes that are generated. */
const maxSizes: Readonly<Record<string, number>> = {
  minItems: 10_000,
  minContains: 10_000,
  minProperties: 10_000,
  minLength: 100_000,
}

/** Whether the shape requires a larger value than is ever generated. */
export const asksTooMuch: (shape: Shape) => boolean = perShape((shape) =>
  Object.keys(maxSizes).some((keyword) => atLeast(shape, keyword, 0) > (maxSizes[keyword] ?? 0)),
)

/** The constraints on a number. */
export interface NumberRange {
  readonly min: number
  readonly max: number
  /** Whether `min` itself is excluded. */
  readonly isMinOpen: boolean
  readonly isMaxOpen: boolean
  /** All values are multiples of it; undefined if there is no such constraint. */
  readonly step: number | undefined
}

const formats: Readonly<Record<string, readonly [number, number]>> = {
  int8: [-128, 127],
  uint8: [0, 255],
  int16: [-32768, 32767],
  uint16: [0, 65535],
  int32: [-2147483648, 2147483647],
  uint32: [0, 4294967295],
  int64: [-Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER],
  uint64: [0, Number.MAX_SAFE_INTEGER],
}

/** The range of numbers a shape allows. Infinite where there is no bound. */
export function numberRange(shape: Shape, isInteger: boolean): NumberRange {
  return isInteger ? integerRange(shape) : anyRange(shape)
}

const integerRange = perShape((shape) => rangeOf(shape, [1]))
const anyRange = perShape((shape) => rangeOf(shape, []))

function rangeOf(shape: Shape, multiples: readonly number[]): NumberRange {
  const [low, high] = formatRange(shape)
  const min = atLeast(shape, 'minimum', low)
  const max = atMost(shape, 'maximum', high)
  const openMin = atLeast(shape, 'exclusiveMinimum', -Infinity)
  const openMax = atMost(shape, 'exclusiveMaximum', Infinity)
  const steps = [...(all(shape, 'multipleOf') as readonly number[]), ...multiples]
  return {
    min: Math.max(min, openMin),
    max: Math.min(max, openMax),
    isMinOpen: openMin >= min && openMin !== -Infinity,
    isMaxOpen: openMax <= max && openMax !== Infinity,
    step: steps.length === 0 ? undefined : steps.reduce(commonMultiple),
  }
}

/** The constraints on a text. */
export interface TextRules {
  /** In code points. */
  readonly length: { readonly min: number; readonly max: number }
  readonly patterns: readonly string[]
  readonly expressions: readonly Pattern[]
  readonly formats: readonly string[]
}

/** The constraints of all schemas of a shape on a text. */
export const textRulesOf: (shape: Shape) => TextRules = perShape((shape) => {
  const patterns = all(shape, 'pattern') as readonly string[]
  return {
    length: { min: atLeast(shape, 'minLength', 0), max: atMost(shape, 'maxLength', Infinity) },
    patterns,
    expressions: patterns.flatMap((pattern) => toPattern(pattern) ?? []),
    formats: [
      ...all(shape, 'format').map(String),
      ...shape.annotations.described.flatMap(({ format }) => format ?? []),
    ],
  }
})

function formatRange(shape: Shape): readonly [number, number] {
  const named = all(shape, 'format').find((format) => Object.hasOwn(formats, String(format)))
  return formats[String(named)] ?? [-Infinity, Infinity]
}

function commonMultiple(a: number, b: number): number {
  const scale = 10 ** Math.max(decimals(a), decimals(b))
  const [left, right] = [Math.round(a * scale), Math.round(b * scale)]
  return round((left / divisor(left, right)) * right, 0) / scale
}

function divisor(a: number, b: number): number {
  return b === 0 ? a : divisor(b, a % b)
}

/** The number of digits after the decimal point. */
export function decimals(value: number): number {
  const [mantissa = '', exponent = '0'] = String(value).split('e')
  return Math.max(0, (mantissa.split('.')[1]?.length ?? 0) - Number(exponent))
}

/** Rounds to a number of digits after the decimal point. */
export function round(value: number, digits: number): number {
  return digits > 100 ? value : Number(value.toFixed(digits))
}

/** Whether a text or number satisfies the types, bounds, lengths and patterns of a shape. Formats are not checked. */
export function suits(shape: Shape, value: Json): boolean {
  if (shape.types.length > 0 && !shape.types.some((type) => hasType(value, type))) return false
  if (typeof value === 'string') return suitsText(shape, value)
  return typeof value !== 'number' || suitsNumber(numberRange(shape, false), value)
}

function suitsText(shape: Shape, text: string): boolean {
  const { length, expressions } = textRulesOf(shape)
  const points = countPoints(text)
  return points >= length.min && points <= length.max && expressions.every((each) => each.test(text))
}

/** The length of a text in code points, as JSON Schema counts it (2020-12 §6.3). */
export function countPoints(text: string): number {
  return /[\ud800-\udbff]/.test(text) ? [...text].length : text.length
}

function suitsNumber({ min, max, isMinOpen, isMaxOpen, step }: NumberRange, value: number): boolean {
  if (value < min || value > max || (isMinOpen && value === min) || (isMaxOpen && value === max)) return false
  if (step === undefined) return true
  const times = value / step
  return Math.abs(times - Math.round(times)) < 1e-9
}
