import { equalJson, memberAt, type Json } from '../../../../spec/json.ts'
import { isSuccess } from '../../../answer.ts'
import { changedLast } from '../../../checks/changed-last.ts'
import { readItem, type ReadResult } from '../../../records/read-record.ts'
import { changeTimeOf, isPast } from '../writes/change-time.ts'
import { applyPrepared, createBy, type Exploration, type RecordInState } from './exploration.ts'
import type { Transition } from './state-machine.ts'

/**
 * Checks that an action that has led to another state has updated the time of the last change. If it seems not to, a record that is
 * old enough for the clock to have advanced takes the same path.
 */
export async function judgeActionTime(
  exploration: Exploration,
  path: readonly Transition[],
  before: RecordInState,
  after: RecordInState,
): Promise<void> {
  const { context, resource, property } = exploration
  const time = changeTimeOf(context.api, resource)
  const transition = path.at(-1)
  const timeIn = ({ seen }: RecordInState): Json | undefined => time && memberAt(seen, time.path)
  const isKept = timeIn(before) !== undefined && equalJson(timeIn(before) ?? null, timeIn(after) ?? null)
  if (!time || !transition || !isKept || before.state === after.state) return
  const older = await createBy(exploration, path.slice(0, -1))
  const value = older && timeIn(older)
  if (!older || value === undefined || older.state !== before.state) return
  if (value !== null && !(await isPast(context, resource, time.path, value))) return
  const answer = await applyPrepared(exploration, transition, older.record)
  const isStill = (seen: ReadResult | undefined): seen is ReadResult =>
    seen?.record?.[property] === after.state && equalJson(memberAt(seen.record, time.path) ?? null, value)
  if (!isSuccess(answer.status) || !isStill(await readItem(context, resource, older.record))) return
  const again = await readItem(context, resource, older.record)
  if (!isStill(again)) return
  context.judge(
    changedLast,
    { property: time.property, pointer: time.pointer, isDescribed: time.isDescribed, value },
    { answer: again.answer, operation: transition.operation, after: [answer] },
  )
}
