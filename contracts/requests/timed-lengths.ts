import { wordsOf } from '../../spec/inference/prose/words.ts'
import type { JsonObject } from '../../spec/json.ts'
import { isTimestamp } from '../answers/compare.ts'
import { moved } from './moved-date.ts'

/** A period that is told by its beginning and its length: `starts_at` and `duration_minutes`. */
export interface TimedLength {
  readonly start: string
  readonly length: string
  /** The values of both. */
  readonly begin: string
  readonly count: number
  /** The unit of the length in milliseconds. */
  readonly unit: number
}

const minute = 60_000
const units: Readonly<Record<string, number>> = {
  minutes: minute,
  mins: minute,
  hours: 60 * minute,
  days: 24 * 60 * minute,
}

/** The only period of a value that is told so; undefined if there is none, or if it may be another one. */
export function timedLengthIn(value: JsonObject): TimedLength | undefined {
  const times = Object.entries(value).flatMap(([start, begin]) =>
    typeof begin === 'string' && isTimestamp(begin) ? [{ start, begin }] : [],
  )
  const lengths = Object.entries(value).flatMap(([length, count]) => {
    const words = wordsOf(length)
    const unit = units[words.at(-1) ?? '']
    const isLength = words.length === 1 || /^(?:duration|length)$/.test(words.at(-2) ?? '')
    return unit !== undefined && isLength && typeof count === 'number' && count > 1
      ? [{ length, count, unit }]
      : []
  })
  const [time] = times
  const [length] = lengths
  return !time || !length || times.length + lengths.length > 2 ? undefined : { ...time, ...length }
}

/** A period, and others of the same length that overlap it. */
export function overlappingLengths({
  start,
  length,
  begin,
  count,
  unit,
}: TimedLength): readonly { readonly relation: string; readonly period: JsonObject }[] {
  const half = Math.floor(count / 2) * unit
  const at = (time: string): JsonObject => ({ [start]: time, [length]: count })
  return [
    { relation: 'equals', period: at(begin) },
    { relation: 'ends within', period: at(moved(begin, -half)) },
    { relation: 'begins within', period: at(moved(begin, half)) },
  ]
}

/** The value at another time, some days later. */
export const withOtherStart = (
  value: JsonObject,
  { start, begin }: TimedLength,
  days: number,
): JsonObject => ({ ...value, [start]: moved(begin, days * 24 * 60 * minute) })
