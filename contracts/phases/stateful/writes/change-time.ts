import { setTimeout as sleep } from 'node:timers/promises'
import { lastChangeProperty, type ChangeTime } from '../../../../spec/inference/times/timestamps.ts'
import { equalJson, memberAt, type Json } from '../../../../spec/json.ts'
import type { Resource } from '../../../../spec/resources.ts'
import { isSuccess } from '../../../answer.ts'
import { writableProperties, type Api, type RoleOperation } from '../../../api/api.ts'
import { accepted } from '../../../attempts/accepted-request.ts'
import { changedLast } from '../../../checks/changed-last.ts'
import { inconclusive, type Context } from '../../../context.ts'
import type { Fixture } from '../../../interaction.ts'
import { isSetByServer, metadataIn } from '../../../records/metadata.ts'
import { readItem, type ReadResult } from '../../../records/read-record.ts'
import { differing } from './changed-values.ts'
import { isChanged } from './versions.ts'

/** Where a record has the time of its last change. */
interface ChangeTimePlace extends ChangeTime {
  readonly path: readonly string[]
}

/** The property that holds the time of a record's last change, if the document declares one, in the record or in its metadata. */
export function changeTimeOf(api: Api, resource: Resource): ChangeTimePlace | undefined {
  const found = lastChangeProperty(api.document, resource.record)
  if (found)
    return writableProperties(api, resource).has(found.property)
      ? undefined
      : { ...found, path: [found.property] }
  return metadataIn(api, resource).flatMap((each) => {
    const inside = lastChangeProperty(api.document, each.node)
    if (!inside || !isSetByServer(api, resource, each, inside.property)) return []
    const path = [each.name, inside.property]
    return [{ ...inside, property: path.join('.'), path }]
  })[0]
}

/** The time until a clock with a resolution of one second advances, in milliseconds. */
const tick = 1_050

/** Checks that a change updates the time of the last change. */
export async function changeTimes(context: Context, resource: Resource, by: RoleOperation): Promise<void> {
  const time = changeTimeOf(context.api, resource)
  const { template } = await accepted(context, by.operation)
  const of = await context.fixture(resource, { fresh: true })
  const before = of?.creation && (await readItem(context, resource, of))
  const value = time && memberAt(before?.record, time.path)
  if (!time || !of || !before || value === undefined)
    throw inconclusive(`No new record of ${resource.name} has a time of its last change.`)
  if (value !== null && !(await isPast(context, resource, time.path, value)))
    throw inconclusive('The clock of the API stands still.')
  context.group.fixtures.set(resource.name, of)
  const draft = await context.instantiate(by.operation, template)
  const answer = await context.send(differing(context, draft, before.record), 'valid')
  if (!isSuccess(answer.status)) throw inconclusive(`The update was refused with ${String(answer.status)}.`)
  const isStill = (seen: ReadResult | undefined): seen is ReadResult =>
    seen?.record !== undefined &&
    equalJson(memberAt(seen.record, time.path) ?? null, value) &&
    isChanged(context, resource, by, answer, before, seen)
  if (!isStill(await readItem(context, resource, of))) return
  const again = await readItem(context, resource, of)
  if (!isStill(again)) return
  context.judge(
    changedLast,
    { property: time.property, pointer: time.pointer, isDescribed: time.isDescribed, value },
    { answer: again.answer, operation: by.operation, after: [answer] },
  )
}

/** Whether a record created now has another time: a change may happen within the same second. */
export async function isPast(
  context: Context,
  resource: Resource,
  path: readonly string[],
  value: Json,
): Promise<boolean> {
  for (const pause of [0, tick]) {
    if (pause > 0) await sleep(pause)
    const other: Fixture | undefined = await context.fixture(resource, { fresh: true })
    const seen = other?.creation && (await readItem(context, resource, other))
    const now = memberAt(seen?.record, path)
    if (now === undefined) return false
    if (!equalJson(now, value)) return true
  }
  return false
}
