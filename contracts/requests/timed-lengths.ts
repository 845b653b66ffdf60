import { wordsOf } from '../../spec/inference/prose/words.ts'
import type { JsonObject } from '../../spec/json.ts'
import { isTimestamp } from '../records/compare.ts'
import { moved } from './ordered-ranges.ts'

/** A period that is told by its beginning and its length: `starts_at` and `duration_minutes`. */
export interface TimedLength {
  readonly start: string
  readonly length: string
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
  const times = Object.keys(value).filter((name) => isTimestamp(value[name]))
  const lengths = Object.entries(value).flatMap(([name, each]) => {
    const words = wordsOf(name)
    const unit = units[words.at(-1) ?? '']
    const isLength = unit !== undefined && typeof each === 'number' && each > 1
    return isLength && (words.length === 1 || /^(?:duration|length)$/.test(words.at(-2) ?? ''))
      ? [{ length: name, unit }]
      : []
  })
  const [start] = times
  const [length] = lengths
  return start === undefined || !length || times.length + lengths.length > 2
    ? undefined
    : { start, ...length }
}

/** The period of a value, and others of the same length that overlap it. */
export function overlappingLengths(
  value: JsonObject,
  { start, length, unit }: TimedLength,
): readonly { readonly relation: string; readonly period: JsonObject }[] {
  const [begin, count] = [String(value[start]), Number(value[length])]
  const half = Math.floor(count / 2) * unit
  const at = (by: number): JsonObject => ({ [start]: moved(begin, by), [length]: count })
  return [
    { relation: 'equals', period: { [start]: begin, [length]: count } },
    { relation: 'ends within', period: at(-half) },
    { relation: 'begins within', period: at(half) },
  ]
}

/** The value at another time, some days later. */
export const withOtherStart = (value: JsonObject, { start }: TimedLength, days: number): JsonObject => ({
  ...value,
  [start]: moved(String(value[start]), days * 24 * 60 * minute),
})
