import type { Json } from '../../../spec/json.ts'
import { dateFor, timestamp } from '../realistic/dates.ts'
import { formats } from '../realistic/formats.ts'
import { likelihoodOf } from '../realistic/likelihood.ts'
import { numberFor, textFor, vagueTextFor } from '../realistic/names.ts'
import type { Source } from '../realistic/source.ts'
import { noun, phrase } from '../realistic/words.ts'
import { countPoints, decimals, numberRange, round, suits, textRulesOf } from '../shape/constraints.ts'
import type { NumberRange } from '../shape/constraints.ts'
import { perShape, type Shape } from '../shape/shape.ts'
import { examplesFor } from './example-values.ts'
import type { LengthRange, PatternSampler } from './pattern.ts'
import { createPatternSampler } from './pattern.ts'
import type { Place } from './place.ts'

/** Returns the most realistic text that satisfies the shape; undefined if none was found. */
export function makeText(shape: Shape, place: Place, source: Source): string | undefined {
  const { length } = textRulesOf(shape)
  for (const { text, isFixed } of textCandidates(shape, place, source)) {
    const fitted = isFixed ? text : fit(text, length, source)
    if (suits(shape, fitted)) return fitted
  }
  return undefined
}

interface Candidate {
  readonly text: string
  /** Whether the text must not be shortened or extended. */
  readonly isFixed: boolean
}

function* textCandidates(shape: Shape, place: Place, source: Source): Generator<Candidate> {
  const { patterns, length, formats: named } = textRulesOf(shape)
  const isFixed = patterns.length > 0
  const format = named.find((name) => Object.hasOwn(formats, name))
  const said = place.depth === 1 && /^(?:message|msg)$/.test(place.words) ? place.says : undefined
  const strong =
    format === undefined && said === undefined
      ? (codeOfCountry(shape, place, length, source) ?? textFor(place.words, source))
      : undefined
  if (format !== undefined) yield* formatted(format, place, source, length)
  if (strong !== undefined) yield { text: strong, isFixed: isFixed || strong.includes('@') }
  for (const example of examplesFor(shape, place)) {
    if (typeof example === 'string') yield { text: numbered(example, place, source), isFixed: true }
  }
  if (isFixed) yield* recentPeriods(place, source)
  const weak = said ?? (format === undefined ? vagueTextFor(place.words, source) : undefined)
  if (weak !== undefined) yield { text: weak, isFixed }
  for (const pattern of patterns) {
    const text = samplerOf(pattern)(source.random, length)
    if (text !== undefined) yield { text, isFixed }
  }
  yield { text: phrase(source), isFixed }
}

const countries = ['US', 'GB', 'DE', 'FR', 'NL', 'ES', 'IT', 'SE', 'CA', 'AU']

/** The code of a country, if its length, its description or an example says that a country is written so. */
function codeOfCountry(
  { annotations }: Shape,
  { words }: Place,
  { min, max }: LengthRange,
  source: Source,
): string | undefined {
  if (!/\bcountry(?: code)?$/.test(words)) return undefined
  const isCode =
    (min <= 2 && max === 2) ||
    annotations.descriptions.some((each) => /\b(?:2|two)[- ]letter\b|\balpha-?2\b/i.test(each)) ||
    annotations.examples.some((each) => typeof each === 'string' && /^[A-Z]{2}$/.test(each))
  return isCode ? source.random.pick(countries) : undefined
}

const numberName = /\b(?:number|no|reference|ref|code)$/

/** An example with another number at its end, if that tells records apart: `ORD-2024-00042`. */
const numbered = (example: string, { words }: Place, { random }: Source): string =>
  numberName.test(words)
    ? example.replace(/\d{3,9}$/, (digits) =>
        String(random.int(1, 10 ** digits.length - 1)).padStart(digits.length, '0'),
      )
    : example

/** A month or a year of a date of the object, as patterns such as `^\\d{4}-\\d{2}$` may require it. */
function* recentPeriods({ words }: Place, source: Source): Generator<Candidate> {
  const length = /\b(?:month|period)$/.test(words) ? 7 : /\byear$/.test(words) ? 4 : 0
  if (length > 0) yield { text: timestamp(dateFor(words, source)).slice(0, length), isFixed: true }
}

/** Texts of a format: realistic ones, then a short and a long one for schemas that limit the length. */
function* formatted(name: string, place: Place, source: Source, { min }: LengthRange): Generator<Candidate> {
  for (let turn = 0; turn < 3; turn += 1) {
    yield { text: formats[name]?.(source, place.words) ?? '', isFixed: true }
  }
  if (name === 'date-time' || name === 'time') {
    yield { text: toFraction(formats[name]?.(source, place.words) ?? '', min), isFixed: true }
  }
  const short = shortest[name]
  if (short === undefined) return
  yield { text: short, isFixed: true }
  const missing = Math.max(0, min - short.length)
  const filling = 'a'.repeat(name === 'byte' ? Math.ceil(missing / 4) * 4 : missing)
  yield { text: name.endsWith('email') ? filling + short : short + filling, isFixed: true }
}

/** Extends a timestamp to the minimum length with fractional seconds (RFC 3339 §5.6). */
function toFraction(text: string, min: number): string {
  return text.replace(/Z$/, `.${'0'.repeat(Math.max(1, min - text.length - 1))}Z`)
}

const shortest: Readonly<Record<string, string>> = {
  email: 'a@b.co',
  'idn-email': 'a@b.co',
  uri: 'a:b',
  url: 'http://a.b/',
  iri: 'a:b',
  'uri-reference': '/',
  'iri-reference': '/',
  'uri-template': '/',
  hostname: 'a',
  ipv6: '::1',
  ipv4: '1.1.1.1',
  'json-pointer': '/',
  regex: 'a',
  byte: '',
  binary: '',
  password: '',
  phone: '',
  duration: 'P1D',
}

const samplers = new Map<string, PatternSampler>()

function samplerOf(pattern: string): PatternSampler {
  const known = samplers.get(pattern) ?? createPatternSampler(pattern)
  if (samplers.size > 1000) samplers.clear()
  samplers.set(pattern, known)
  return known
}

/** Fits a text to a length in code points (JSON Schema 2020-12 §6.3): cuts between words if possible, or adds words. */
function fit(text: string, { min, max }: LengthRange, source: Source): string {
  if (countPoints(text) > max) {
    const cut = [...text].slice(0, max).join('')
    const whole = cut.replace(/[\s,;:.!?-]+\S*$/u, '')
    return countPoints(whole) >= Math.max(min, 1) ? whole : cut
  }
  let longer = text
  while (longer.length < min) longer += longer.includes(' ') ? ` ${noun(source)}` : letter(source)
  return longer.length > max && longer !== text ? longer.slice(0, max) : longer
}

function letter(source: Source): string {
  return String.fromCharCode(source.random.int(97, 122))
}

/** Returns a realistic number that satisfies the shape; undefined if none was found. */
export function makeNumber(
  shape: Shape,
  place: Place,
  source: Source,
  isInteger: boolean,
): number | bigint | undefined {
  if (isInteger) return findNumber(shape, place, source, true)
  const isWhole = wholeName.test(place.words) || hasIntegerExamples(shape)
  const whole = isWhole ? findNumber(shape, place, source, true) : undefined
  return whole ?? findNumber(shape, place, source, false)
}

/** Names of what has no fractions, even where the schema says `number`. */
const wholeName = /\b(?:id|count)$|^(?:number|num) of\b/

/** Whether all numeric examples are integers: documents often say `number` where they mean `integer`. */
function hasIntegerExamples({ annotations }: Shape): boolean {
  const numbers = annotations.examples.filter((example) => typeof example === 'number')
  return numbers.length > 0 && numbers.every(Number.isInteger)
}

function findNumber(
  shape: Shape,
  place: Place,
  source: Source,
  isInteger: boolean,
): number | bigint | undefined {
  const range = numberRange(shape, isInteger)
  for (const candidate of numberCandidates(shape, place, source, range, isInteger)) {
    const value = snap(candidate, range)
    if (suits(shape, value)) return isInteger && !Number.isSafeInteger(value) ? BigInt(value) : value
  }
  return undefined
}

function* numberCandidates(
  shape: Shape,
  place: Place,
  source: Source,
  range: NumberRange,
  isInteger: boolean,
): Generator<number> {
  const named = numberFor(place.words, source, isInteger)
  if (named !== undefined && place.attempt === 0 && isWithin(range, named)) yield named
  for (const example of examplesFor(shape, place)) {
    if (typeof example === 'number' && isWithin(range, example)) yield example
  }
  const { min, max } = readable(range)
  yield min + source.random.next() * (max - min)
  yield min
  yield max
  yield min + (max - min) / 2
}

function isWithin({ min, max }: NumberRange, value: number): boolean {
  return value >= min && value <= max
}

/** A part of the range with small numbers. */
function readable({ min, max, step = 0 }: NumberRange): { readonly min: number; readonly max: number } {
  const from = min > -1e6 ? min : Math.max(min, Math.min(1, max - 100))
  return { min: from, max: Math.min(max, from + Math.max(100, step * 20)) }
}

/** Rounds to the nearest step within the range, or to two decimals if there is no step. */
function snap(value: number, { min, max, isMinOpen, isMaxOpen, step }: NumberRange): number {
  if (step === undefined) {
    const rounded = round(value, 2)
    const isInside =
      (isMinOpen ? rounded > min : rounded >= min) && (isMaxOpen ? rounded < max : rounded <= max)
    return isInside ? rounded : value
  }
  const lowest = Math.ceil(min / step) + (isMinOpen && Math.ceil(min / step) * step === min ? 1 : 0)
  const highest = Math.floor(max / step) - (isMaxOpen && Math.floor(max / step) * step === max ? 1 : 0)
  const times = Math.min(Math.max(Math.round(value / step), lowest), highest)
  return round(times * step, decimals(step))
}

/** Returns true with the probability that fits the name. */
export function makeFlag(place: Place, source: Source): boolean {
  return source.random.next() < likelihoodOf(place.words)
}

/** Picks one of the values the shape allows, or the first one; null only if there is no other. */
export function pickValue(shape: Shape, source: Source, isFirst: boolean): Json | undefined {
  const { fitting, nonNull } = valuesOf(shape)
  if (fitting.length === 0) return undefined
  const [first = null] = nonNull
  return isFirst || nonNull.length === 0 ? first : source.random.pick(nonNull)
}

const valuesOf = perShape((shape) => {
  const untyped = { ...shape, types: [] }
  const fitting = (shape.values ?? []).filter((value) => suits(untyped, value))
  return { fitting, nonNull: fitting.filter((value) => value !== null) }
})
