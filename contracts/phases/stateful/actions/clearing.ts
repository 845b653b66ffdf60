import type { Operation } from '../../../../spec/document.ts'
import { clearedProperties } from '../../../../spec/inference/states/effects/described-clearing.ts'
import { equalJson, type JsonObject } from '../../../../spec/json.ts'
import type { Resource } from '../../../../spec/resources.ts'
import { isSuccess } from '../../../answer.ts'
import type { Api } from '../../../api/api.ts'
import { states } from '../../../checks/states.ts'
import { inconclusive, type Context } from '../../../context.ts'
import type { Fixture } from '../../../interaction.ts'
import { readItem, type ReadResult } from '../../../records/read-record.ts'
import { actionsOn } from '../../../records/steps/step-candidates.ts'
import { takePreparedStep, takeStep } from '../../../records/steps/steps.ts'

/** An action, and the properties that it clears according to its description. */
interface Clearing {
  readonly action: Operation
  readonly properties: readonly string[]
}

/** The actions that clear properties of a record: `reopen`, which "clears `closed_at`". */
export const clearingsOf = (api: Api, resource: Resource): readonly Clearing[] =>
  actionsOn(api, resource).flatMap((action) => {
    const properties = clearedProperties(api.document, resource.record, action)
    return properties.length > 0 ? [{ action, properties }] : []
  })

/** Performs each of these actions on a record that has values to clear, and checks that they are gone. */
export async function judgeClearings(context: Context, resource: Resource): Promise<void> {
  let isJudged = false
  for (const clearing of clearingsOf(context.api, resource)) {
    const filled = await recordToClear(context, resource, clearing)
    if (!filled) continue
    isJudged = true
    await judgeClearing(context, resource, clearing, filled)
  }
  if (!isJudged) throw inconclusive('No record has values that an action clears.')
}

interface Filled {
  readonly record: Fixture
  readonly before: JsonObject
}

/** A new record with a value of one of the properties: as it was created, or after the steps before the action, or another action. */
async function recordToClear(
  context: Context,
  resource: Resource,
  { action, properties }: Clearing,
): Promise<Filled | undefined> {
  const { steps = [] } = await context.control(action)
  const others = actionsOn(context.api, resource, action).map((each) => [each])
  for (const path of [steps, ...others]) {
    const record = await context.fixture(resource, { fresh: true })
    if (!record?.creation) return undefined
    const taken: boolean[] = []
    for (const step of path) taken.push(await takePreparedStep(context, step, record))
    const before = (await readItem(context, resource, record))?.record
    if (before && taken.every(Boolean) && properties.some((name) => isSet(before, name)))
      return { record, before }
  }
  return undefined
}

const isSet = (record: JsonObject, name: string): boolean => (record[name] ?? null) !== null

async function judgeClearing(
  context: Context,
  resource: Resource,
  { action, properties }: Clearing,
  { record, before }: Filled,
): Promise<void> {
  if (!(await takeStep(context, action, record))) return
  const answer = record.steps?.at(-1)
  // What was accepted with 202 may be done later.
  if (!answer || !isSuccess(answer.status) || answer.status === 202) return
  const keptIn = (seen: ReadResult | undefined): readonly string[] =>
    properties.filter(
      (name) =>
        isSet(before, name) && seen?.record && equalJson(before[name] ?? null, seen.record[name] ?? null),
    )
  if (keptIn(await readItem(context, resource, record)).length === 0) return
  const seen = await readItem(context, resource, record)
  for (const property of keptIn(seen))
    if (seen)
      context.judge(
        states,
        { kind: 'uncleared', property, actual: before[property] ?? null, pointer: action.pointer },
        { answer: seen.answer, operation: action, after: [answer] },
      )
}
