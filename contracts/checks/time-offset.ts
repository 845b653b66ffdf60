import { show } from '../answers/compare.ts'
import type { Check } from '../check.ts'

export interface CreationTimeEvidence {
  readonly property: string
  /** The time at which the record was created, as it is shown. */
  readonly value: string
  /** The time at which the response to the creation was sent. */
  readonly date: string
}

/** A record that was just created shows a time of its creation that is not hours away. */
export const timeOffset: Check<CreationTimeEvidence> = {
  id: 'time-offset',
  title: 'Times of creation have the offset that they name',
  severity: 'error',
  requirement: 'RFC 3339 §4.2: the offset of a time, such as Z, relates it to UTC',
  judge(evidence) {
    const minutes = minutesOff(evidence)
    const { property, value, date } = evidence
    return minutes === 0
      ? []
      : [
          {
            cause: property,
            expected: `${property} to be about ${date}, when the response was sent`,
            actual: `${show(value)}, ${String(Math.abs(minutes))} minutes ${minutes > 0 ? 'later' : 'earlier'}, like a local time whose offset is another one`,
          },
        ]
  },
}

/** Offsets of time zones are multiples of these minutes, and at most 14 hours. */
const [quarter, furthest] = [15, 14 * 60]

/** How far, in minutes, a clock may be from another one, and a request may take. */
const tolerance = 0.05

/** The offset of a time zone by which the time is wrong, in minutes: 0 unless it is wrong by that of a time zone. */
export function minutesOff({ value, date }: Pick<CreationTimeEvidence, 'value' | 'date'>): number {
  const minutes = (Date.parse(value) - Date.parse(date)) / 60_000
  const nearest = Math.round(minutes / quarter) * quarter
  const isOffset = Math.abs(minutes - nearest) <= tolerance && Math.abs(nearest) <= furthest
  return isOffset ? nearest : 0
}
