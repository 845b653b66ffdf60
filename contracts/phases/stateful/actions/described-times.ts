import type { Operation } from '../../../../spec/document.ts'
import { schemaDescription } from '../../../../spec/inference/prose/sentences.ts'
import { actionName } from '../../../../spec/inference/states/action-outcome.ts'
import { describedTimes } from '../../../../spec/inference/states/effects/described-times.ts'
import { stateName } from '../../../../spec/inference/states/words/state-names.ts'
import { isStateName, timestampedEvent } from '../../../../spec/inference/states/words/state-properties.ts'
import type { JsonObject } from '../../../../spec/json.ts'
import type { Resource } from '../../../../spec/resources.ts'
import { possiblePropertiesOf } from '../../../../spec/schemas/properties.ts'
import { isDateTime, typesOf } from '../../../../spec/schemas/types.ts'
import type { Api } from '../../../api/api.ts'
import { states } from '../../../checks/states.ts'
import { inconclusive, type Context } from '../../../context.ts'
import type { Answer, Fixture } from '../../../interaction.ts'
import { readItem, type ReadResult } from '../../../records/read-record.ts'
import { readable } from '../../../records/readable.ts'
import { actionsOn } from '../../../records/steps/step-candidates.ts'
import { takeStep } from '../../../records/steps/steps.ts'
import { stateMachineOf } from './state-machine.ts'

/**
 * The actions that set times of records without a state, which the exploration of states does not reach. One that undoes another may
 * have nothing to do: `unblock` beside `block`.
 */
export function timingActionsOf(api: Api, resource: Resource): readonly Operation[] {
  if (stateMachineOf(api, resource)) return []
  const actions = actionsOn(api, resource)
  const undoes = (action: Operation): boolean =>
    actions.some((each) => each !== action && actionName(action).endsWith(actionName(each)))
  return actions.filter(
    (each) => describedTimes(api.document, resource.record, each).length > 0 && !undoes(each),
  )
}

/** Performs each of these actions on a new record, and checks that it has the times then. */
export async function judgeTimingActions(context: Context, resource: Resource): Promise<void> {
  let isJudged = false
  for (const action of timingActionsOf(context.api, resource)) {
    const record = await context.fixture(resource, { fresh: true })
    if (!record?.creation || !(await takeStep(context, action, record))) continue
    const answer = record.steps?.at(-1)
    const seen = await readItem(context, resource, record)
    if (!answer || !seen?.record) continue
    isJudged = true
    await judgeDescribedTimes(context, resource, record, seen, answer)
  }
  if (!isJudged) throw inconclusive('No action that sets a time was accepted for a new record.')
}

/** The times without a description that have the name of the state that a record is in: `paidAt` of one whose status is `paid`. */
const timesOfState = ({ document }: Api, { record }: Resource, seen: JsonObject): readonly string[] =>
  [...possiblePropertiesOf(document, record)].flatMap(([property, node]) => {
    const event = isDateTime(document, node) ? timestampedEvent(property) : undefined
    const isBare = typesOf(document, node).has('null') && schemaDescription(document, node) === ''
    const isIn = Object.keys(seen).some(
      (name) => isStateName(name) && stateName(name, seen[name] ?? null) === event,
    )
    return event !== undefined && isBare && isIn ? [property] : []
  })

/** Checks that a record has the times that an action sets according to its description, "Sets `published_at`", or to their names. */
export async function judgeDescribedTimes(
  context: Context,
  resource: Resource,
  record: Fixture,
  { record: seen }: ReadResult,
  action: Answer,
): Promise<void> {
  const { operation } = action.draft
  // What was accepted with 202 may be done later.
  if (action.status === 202) return
  const isReadable = readable(context.api, resource)
  const described = describedTimes(context.api.document, resource.record, operation)
  const named = seen ? timesOfState(context.api, resource, seen) : []
  const missing = [...new Set([...described, ...named])].filter(
    (property) => isReadable(property) && (seen?.[property] ?? null) === null,
  )
  const again = missing.length > 0 ? await readItem(context, resource, record) : undefined
  if (!again?.record) return
  for (const property of missing.filter((each) => (again.record?.[each] ?? null) === null))
    context.judge(
      states,
      {
        kind: 'unset',
        property,
        actual: again.record[property],
        isDescribed: described.includes(property),
        pointer: operation.pointer,
      },
      { answer: again.answer, operation, after: [action] },
    )
}
