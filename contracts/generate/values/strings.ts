import * as fc from 'fast-check'
import type { Pointer } from '../../../spec/document.ts'
import { toPattern } from '../../../spec/patterns/pattern.ts'
import { impossible, isImpossible } from '../impossible.ts'
import { placeOf } from '../schema/goal.ts'
import { factsOf, valuesOf, type Shape } from '../schema/shape.ts'
import { checked, type Made } from './checked.ts'
import { formatOf, isOfFormat } from './formats.ts'
import { isBetween, patternStrings } from './pattern-strings.ts'

/** The longest string that is generated, in code points. */
const maxLength = 1_000_000
/** The longest string whose characters are drawn one by one, in code points. */
const maxDrawnLength = 500
/** The most code points beyond `minLength`. */
const slack = 16

/** How much more often a plain word is drawn than any other string, for typical values. */
const typicalWeight = 60

const usual = [...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789']
const unusual = [...' -_.éüßñЖΩ中文かア한🙂🚀𝒳']
const unit: fc.Arbitrary<string> = fc.oneof(
  { withCrossShrink: true },
  { weight: 12, arbitrary: fc.constantFrom(...usual) },
  { weight: 1, arbitrary: fc.constantFrom(...unusual) },
)

/** The constraints of a schema on strings. */
interface Demands {
  readonly patterns: readonly string[]
  readonly formats: readonly string[]
  /** Names of the formats to generate strings by: those of `format` and `contentEncoding`. */
  readonly ways: readonly string[]
  readonly min: number
  readonly max: number
}

function demandsOf(shape: Shape): Demands {
  const [min, max] = lengthRange(shape)
  const [patterns, formats] = [valuesOf(shape, 'pattern'), valuesOf(shape, 'format')]
  return { patterns, formats, ways: formatsOf(shape), min, max }
}

/** How many arbitraries are cached by their constraints. */
const maxKnown = 1000
const known = new Map<string, fc.Arbitrary<string>>()

/**
 * Strings that satisfy the lengths, patterns and formats of a shape; lengths are in code points (JSON Schema validation §6.3). Cached by
 * constraints, because hundreds of properties can have the same pattern.
 */
export function strings(shape: Shape, isTypical: boolean = false): Made<string> {
  const demands = demandsOf(shape)
  const key = JSON.stringify([isTypical, ...Object.values(demands)])
  const before = known.get(key)
  if (before) return before
  const made = makeStrings(demands, placeOf(shape.goal), isTypical)
  if (isImpossible(made)) return made
  if (known.size >= maxKnown) known.clear()
  known.set(key, made)
  return made
}

function makeStrings(demands: Demands, where: Pointer, isTypical: boolean): Made<string> {
  const { min, max } = demands
  if (min > max) return impossible(where, `minLength ${min} is above maxLength ${max}`)
  if (min > maxLength) return impossible(where, `a string of ${min} characters is not made`)
  const sources = sourcesOf(demands, where, isTypical)
  const made = sources.map((source) => (isImpossible(source) ? source : fitting(source, demands, where)))
  return made.find((each) => !isImpossible(each)) ?? made[0]!
}

/** The minimum and maximum length in code points; the maximum may be Infinity. */
export function lengthRange(shape: Shape): readonly [min: number, max: number] {
  return [Math.max(0, ...valuesOf(shape, 'minLength')), Math.min(Infinity, ...valuesOf(shape, 'maxLength'))]
}

/**
 * Ways to generate the strings, each by one keyword and the length, best first. A format says more than a pattern beside it: that of
 * URLs may be no more than `^https://`.
 */
function sourcesOf(
  { patterns, ways, min, max }: Demands,
  where: Pointer,
  isTypical: boolean,
): readonly Made<string>[] {
  const formats = ways.flatMap((name) => formatOf(name)?.values ?? [])
  if (patterns.length > 0)
    return [...formats, ...patterns.map((each) => patternStrings(each, min, max, where))]
  if (formats.length > 0) return formats
  if (min > maxDrawnLength) return [fc.string({ unit, maxLength: slack }).map((text) => repeated(text, min))]
  const all = fc.string({ unit, minLength: min, maxLength: Math.min(max, min + slack), size: 'max' })
  return [isTypical ? fc.oneof({ weight: typicalWeight, arbitrary: words(min, max) }, all) : all]
}

/** Repeats a text up to a length in code points. */
function repeated(text: string, length: number): string {
  const characters = text === '' ? ['a'] : [...text]
  const whole = characters.join('').repeat(Math.floor(length / characters.length))
  return whole + characters.slice(0, length % characters.length).join('')
}

/** Lower-case words of 3 to 8 letters, if the length allows. */
function words(min: number, max: number): fc.Arbitrary<string> {
  const minLength = Math.max(min, Math.min(3, max))
  return fc.string({
    unit: fc.constantFrom(...usual.slice(0, 26)),
    minLength,
    maxLength: Math.min(max, Math.max(min, 8)),
    size: 'max',
  })
}

function formatsOf(shape: Shape): readonly string[] {
  const encoded = factsOf(shape, 'contentEncoding').flatMap(({ value }) =>
    value === 'base64' || value === 'base64url' ? [value] : [],
  )
  return [...valuesOf(shape, 'format'), ...encoded]
}

/** Filters strings by all constraints: they were generated by one of them. */
function fitting(source: fc.Arbitrary<string>, demands: Demands, where: Pointer): Made<string> {
  const { patterns, formats, ways, min, max } = demands
  const isOfLength = patterns.length > 0 || ways.length === 0 || (min === 0 && max === Infinity)
  if (isOfLength && patterns.length + formats.length < 2) return source
  const why = [...patterns.map((each) => `pattern ${each}`), ...formats.map((each) => `format ${each}`)].join(
    ' and ',
  )
  return checked(
    source,
    (text) => meets(demands, text),
    where,
    `no string of ${min} to ${max} characters was found for ${why}`,
  )
}

/** Whether a string satisfies the lengths, patterns and formats of a shape. */
export function isString(shape: Shape, text: string): boolean {
  return meets(demandsOf(shape), text)
}

function meets({ patterns, formats, min, max }: Demands, text: string): boolean {
  return (
    isBetween(text, min, max) &&
    patterns.every((pattern) => toPattern(pattern)?.test(text)) &&
    formats.every((name) => isOfFormat(name, text))
  )
}
