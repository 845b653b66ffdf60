import { rangesAmong, type NamedRange } from '../../spec/inference/constraints/named-ranges.ts'
import { compareOrdered } from '../../spec/inference/lists/matching.ts'
import { wordsOf } from '../../spec/inference/prose/words.ts'
import { isArray, isJsonObject, type Json, type JsonObject } from '../../spec/json.ts'
import { movedTo } from './described-moments.ts'
import { instantOf, moved } from './moved-date.ts'
import { timedLengthIn, withOtherStart } from './timed-lengths.ts'

/**
 * A value as hardly an API refuses it for its ranges: none ends before it starts, at any level, and periods are neither empty nor
 * longer than a year, but for those in which something is valid: they include the present.
 *
 * @param described ranges of the value's own properties, which their names do not suggest
 */
export function withOrderedRanges(value: Json, described: readonly NamedRange[] = []): Json {
  if (isArray(value)) return value.map((item) => withOrderedRanges(item))
  if (!isJsonObject(value)) return value
  const ordered = Object.entries(value).map(([name, member]) => [name, withOrderedRanges(member)] as const)
  return rangesOf(Object.keys(value), described).reduce(inOrder, Object.fromEntries(ordered))
}

function inOrder(value: JsonObject, range: NamedRange): JsonObject {
  const { lower, upper } = range
  const [first, last] = [value[lower], value[upper]]
  if (!isPoint(first) || !isPoint(last)) return value
  const ordered = (compareOrdered(first, last) ?? 0) > 0 ? { ...value, [lower]: last, [upper]: first } : value
  const period = periodIn(ordered, range)
  if (period && validity.test(wordsOf(lower).join(' ')))
    return { ...ordered, [lower]: movedTo('past', period.begin), [upper]: movedTo('future', period.end) }
  const isUsual = period === undefined || (period.length > 0 && period.length <= year)
  return isUsual ? ordered : { ...ordered, [upper]: moved(period.begin, 3 * day) }
}

/** How the names of periods begin in which something can be used: a coupon that is not valid now is refused. */
const validity = /^(?:valid|active|effective|redeemable) /

const day = 86_400_000
const year = 366 * day

interface Period {
  readonly begin: string
  readonly end: string
  /** In milliseconds. */
  readonly length: number
}

function periodIn(value: JsonObject, { lower, upper }: NamedRange): Period | undefined {
  const [begin, end] = [value[lower], value[upper]]
  return isDate(begin) && isDate(end) ? { begin, end, length: instantOf(end) - instantOf(begin) } : undefined
}

/** The value with its periods, at all levels, moved to another time in the next twenty years: one of as many as fit. */
export function withOtherPeriods(value: Json, seed: number, described: readonly NamedRange[] = []): Json {
  if (isArray(value)) return value.map((item) => withOtherPeriods(item, seed))
  if (!isJsonObject(value)) return value
  const inner = Object.entries(value).map(([name, member]) => [name, withOtherPeriods(member, seed)] as const)
  const timed = timedLengthIn(value)
  if (timed) return withOtherStart(Object.fromEntries(inner), timed, 1 + (seed % (20 * 366)))
  const other = rangesOf(Object.keys(value), described).flatMap((range) => {
    const { begin, end, length } = periodIn(value, range) ?? { begin: '', end: '', length: 0 }
    if (!(length > 0)) return []
    const step = Math.ceil(length / day) * day
    const by = step * (1 + (seed % Math.max(1, Math.floor((20 * year) / step))))
    return [[range.lower, moved(begin, by)] as const, [range.upper, moved(end, by)] as const]
  })
  return Object.fromEntries([...inner, ...other])
}

/**
 * The value with the other end of each period moved along with one end that was changed, so that the period keeps its length: an API
 * may limit that.
 *
 * @param before the value before the change
 */
export function withPeriodsKept(
  before: JsonObject,
  changed: JsonObject,
  described: readonly NamedRange[] = [],
): JsonObject {
  const kept = rangesOf(Object.keys(changed), described).flatMap(({ lower, upper }) => {
    const [name, other] = changed[lower] === before[lower] ? [upper, lower] : [lower, upper]
    const [from, to, partner] = [before[name], changed[name], before[other]]
    const isOneChanged = from !== to && changed[other] === partner
    if (!isOneChanged || !isDate(from) || !isDate(to) || !isDate(partner)) return []
    return [[other, moved(partner, instantOf(to) - instantOf(from))] as const]
  })
  return { ...changed, ...Object.fromEntries(kept) }
}

/** The ranges of a value that are periods, with a beginning and an end. */
export function periodsIn(value: JsonObject, described: readonly NamedRange[]): readonly NamedRange[] {
  return rangesOf(Object.keys(value), described).filter((range) => (periodIn(value, range)?.length ?? 0) > 0)
}

/** The period of a value, and others that overlap it. */
export function overlappingPeriods(
  value: JsonObject,
  range: NamedRange,
): readonly { readonly relation: string; readonly period: JsonObject }[] {
  const period = periodIn(value, range)
  if (!period) return []
  const { begin, end, length } = period
  const [unit, before] = [length > day ? day : 0, moved(begin, -day)]
  const at = (from: string, to: string): JsonObject => ({ [range.lower]: from, [range.upper]: to })
  return [
    { relation: 'equals', period: at(begin, end) },
    { relation: 'contains', period: at(before, moved(end, day)) },
    { relation: 'ends within', period: at(before, moved(begin, unit)) },
    { relation: 'begins within', period: at(moved(end, -unit), moved(end, day)) },
  ].filter(({ relation }) => unit > 0 || !relation.endsWith('within'))
}

/**
 * Whether a range in a value may end before it starts, or at the same point.
 *
 * @param unchanged properties that the record keeps if the value does not have them; their values are not known
 * @param described further ranges of the value's own properties, which their names do not suggest
 */
export function mayHaveInvertedRange(
  value: Json,
  unchanged: Iterable<string> = [],
  described: readonly NamedRange[] = [],
): boolean {
  if (isArray(value)) return value.some((item) => mayHaveInvertedRange(item))
  if (!isJsonObject(value)) return false
  const isOpen = ({ lower, upper }: NamedRange): boolean => {
    const [first, last] = [value[lower], value[upper]]
    if (first === undefined || last === undefined) return isPoint(first ?? last)
    return isPoint(first) && isPoint(last) && (compareOrdered(last, first) ?? 0) <= 0
  }
  return (
    rangesOf([...new Set([...Object.keys(value), ...unchanged])], described).some(isOpen) ||
    Object.values(value).some((member) => mayHaveInvertedRange(member))
  )
}

/** The ranges among the names: those described, and those that the names suggest, unless they are described the other way round. */
function rangesOf(names: readonly string[], described: readonly NamedRange[]): readonly NamedRange[] {
  const isDescribed = ({ lower, upper }: NamedRange): boolean =>
    described.some((each) => [lower, upper].includes(each.lower) && [lower, upper].includes(each.upper))
  return [
    ...described.filter(({ lower, upper }) => names.includes(lower) && names.includes(upper)),
    ...rangesAmong(names).filter((range) => !isDescribed(range)),
  ]
}

const dated = /^\d{4}-\d\d-\d\d/

const isDate = (value: Json | undefined): value is string => typeof value === 'string' && dated.test(value)

/** Whether the value is a number or a date. */
const isPoint = (value: Json | undefined): value is string | number =>
  typeof value === 'number' || isDate(value)
