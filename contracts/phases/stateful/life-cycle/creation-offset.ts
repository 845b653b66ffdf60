import { setTimeout as sleep } from 'node:timers/promises'
import { header } from '../../../../spec/http.ts'
import { memberAt } from '../../../../spec/json.ts'
import { isTimestamp } from '../../../answers/compare.ts'
import { minutesOff, timeOffset, type CreationTimeEvidence } from '../../../checks/time-offset.ts'
import type { Answer } from '../../../interaction.ts'
import { readItem, type ReadResult } from '../../../records/read-record.ts'
import { creationTimeOf } from '../writes/creation-time.ts'
import type { LifeStep } from './stale-reads.ts'

/** The time until a clock with a resolution of one second advances, in milliseconds. */
const tick = 1_050

/**
 * Compares the time of a record's creation with that of the response. Where it is off by the offset of a time zone, another record has to
 * be so, too, and be later: a clock that stands still says nothing of offsets.
 */
export async function judgeCreationOffset(step: LifeStep, answer: Answer, seen: ReadResult): Promise<void> {
  const first = creationTimeIn(step, answer, seen)
  if (!first || minutesOff(first) === 0) return
  await sleep(tick)
  const { context, resource } = step
  const other = await context.fixture(resource, { fresh: true })
  const later = other?.creation && (await readItem(context, resource, other))
  const second = other?.creation && later && creationTimeIn(step, other.creation, later)
  if (!other?.creation || !later || !second || Date.parse(second.value) <= Date.parse(first.value)) return
  const operation = other.creation.draft.operation
  context.judge(timeOffset, second, { answer: later.answer, operation, after: [other.creation] })
}

/** When a record was created, as it is shown and by the clock of the server; undefined if one of them is not told. */
function creationTimeIn(
  { context, resource }: LifeStep,
  { exchange: { response } }: Answer,
  { record }: ReadResult,
): CreationTimeEvidence | undefined {
  const path = creationTimeOf(context.api, resource)
  const value = path && memberAt(record, path)
  const date = header(response.headers, 'date')
  return path !== undefined && typeof value === 'string' && isTimestamp(value) && date !== undefined
    ? { property: path.join('.'), value, date }
    : undefined
}
