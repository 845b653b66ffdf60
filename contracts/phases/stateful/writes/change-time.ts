import { setTimeout as sleep } from 'node:timers/promises'
import { lastChangeProperty, type ChangeTime } from '../../../../spec/inference/times/timestamps.ts'
import { equalJson, type Json } from '../../../../spec/json.ts'
import type { Resource } from '../../../../spec/resources.ts'
import { isSuccess } from '../../../answer.ts'
import { writableProperties, type Api, type RoleOperation } from '../../../api/api.ts'
import { changedLast } from '../../../checks/changed-last.ts'
import { inconclusive, type Context } from '../../../context.ts'
import type { Fixture } from '../../../interaction.ts'
import { readItem, type ReadResult } from '../../../records/read-record.ts'
import { accepted } from '../../../requests/accepted-request.ts'
import { differing } from './changed-values.ts'
import { isChanged } from './versions.ts'

/** The property that holds the time of a record's last change, if the document declares one. */
export function changeTimeOf(api: Api, resource: Resource): ChangeTime | undefined {
  const found = lastChangeProperty(api.document, resource.record)
  return found && !writableProperties(api, resource).has(found.property) ? found : undefined
}

/** The time until a clock with a resolution of one second advances, in milliseconds. */
const tick = 1_050

/** Checks that a change updates the time of the last change. */
export async function changeTimes(context: Context, resource: Resource, by: RoleOperation): Promise<void> {
  const time = changeTimeOf(context.api, resource)
  const { template } = await accepted(context, by.operation)
  const of = await context.fixture(resource, { fresh: true })
  const before = of?.creation && (await readItem(context, resource, of))
  const value = time && before?.record?.[time.property]
  if (!time || !of || !before || value === undefined)
    throw inconclusive(`No new record of ${resource.name} has a time of its last change.`)
  if (value !== null && !(await isPast(context, resource, time.property, value)))
    throw inconclusive('The clock of the API stands still.')
  context.group.fixtures.set(resource.name, of)
  const draft = await context.instantiate(by.operation, template)
  const answer = await context.send(differing(context, draft, before.record), 'valid')
  if (!isSuccess(answer.status)) throw inconclusive(`The update was refused with ${String(answer.status)}.`)
  const isStill = (seen: ReadResult | undefined): seen is ReadResult =>
    seen?.record !== undefined &&
    equalJson(seen.record[time.property] ?? null, value) &&
    isChanged(context, resource, by, answer, before, seen)
  if (!isStill(await readItem(context, resource, of))) return
  const again = await readItem(context, resource, of)
  if (!isStill(again)) return
  context.judge(
    changedLast,
    { ...time, value },
    { answer: again.answer, operation: by.operation, after: [answer] },
  )
}

/** Whether a record created now has another time: a change may happen within the same second. */
async function isPast(context: Context, resource: Resource, property: string, value: Json): Promise<boolean> {
  for (const pause of [0, tick]) {
    if (pause > 0) await sleep(pause)
    const other: Fixture | undefined = await context.fixture(resource, { fresh: true })
    const seen = other?.creation && (await readItem(context, resource, other))
    const now = seen?.record?.[property]
    if (now === undefined) return false
    if (!equalJson(now, value)) return true
  }
  return false
}
