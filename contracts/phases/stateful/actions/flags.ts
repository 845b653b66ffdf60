import { statePrecondition } from '../../../../spec/inference/states/described-states.ts'
import { flagActionOf, type FlagAction } from '../../../../spec/inference/states/flag-actions.ts'
import type { Resource } from '../../../../spec/resources.ts'
import { isSuccess } from '../../../answer.ts'
import { type Api } from '../../../api/api.ts'
import { namedInstead } from '../../../attempts/judge-forbidden.ts'
import { refusalStatus } from '../../../checks/refusal-status.ts'
import { states } from '../../../checks/states.ts'
import type { Context } from '../../../context.ts'
import type { Answer, Fixture } from '../../../interaction.ts'
import { readItem } from '../../../records/read-record.ts'
import { actionsOn } from '../../../records/steps/step-candidates.ts'
import { takeStep, tryStep } from '../../../records/steps/steps.ts'
import { isStale } from '../life-cycle/stale-reads.ts'
import { changesRecord } from './state-machine.ts'

/** The actions of a resource that set or clear a flag: `POST /projects/{id}/archive` beside `archived`. */
export const flagActionsOf = (api: Api, resource: Resource): readonly FlagAction[] =>
  actionsOn(api, resource).flatMap(
    (operation) => flagActionOf(api.document, resource.record, operation) ?? [],
  )

/**
 * Checks that each of these actions sets its flag, and is refused the second time if the document says so; likewise other operations that
 * the document excludes while the flag is set.
 */
export async function judgeFlags(context: Context, resource: Resource): Promise<void> {
  const actions = flagActionsOf(context.api, resource)
  for (const action of actions) {
    const record = await context.fixture(resource, { fresh: true })
    if (!record?.creation) continue
    const undo = actions.find(({ property, value }) => property === action.property && value !== action.value)
    const isDone = (await flagOf(context, resource, record, action)) === action.value
    if (isDone && !(undo && (await takeStep(context, undo.operation, record)))) continue
    if ((await flagOf(context, resource, record, action)) !== !action.value) continue
    if (!(await takeStep(context, action.operation, record))) continue
    const taken = record.steps?.at(-1)
    if (taken && (await judgeFlag({ context, resource }, record, action, taken))) {
      await judgeRepetition(context, record, action)
      await judgeExcluded(context, resource, record, action)
    }
  }
}

/** Tries the operations that the document excludes on a record with the flag. */
async function judgeExcluded(
  context: Context,
  resource: Resource,
  record: Fixture,
  action: FlagAction,
): Promise<void> {
  const { api } = context
  const { property, value } = action
  const excluded = api.operations.filter((each) => {
    if (each === action.operation || !changesRecord(api, resource, each)) return false
    const before = statePrecondition(api.document, resource.record, each)
    return before?.property === property && before.certain.includes(value)
  })
  for (const operation of excluded) {
    const { template } = await context.control(operation)
    if (!template || record.gone) continue
    context.group.fixtures.set(resource.name, record)
    if ((await flagOf(context, resource, record, action)) !== value) return
    const answer = await context.send(await context.instantiate(operation, template), 'valid')
    if (!isSuccess(answer.status)) continue
    const { pointer } = operation
    context.judge(states, { kind: 'taken', answer, property, state: String(value), pointer }, { answer })
  }
}

async function flagOf(
  context: Context,
  resource: Resource,
  record: Fixture,
  { property }: FlagAction,
): Promise<unknown> {
  return (await readItem(context, resource, record))?.record?.[property]
}

/** Whether the record has the flag after the action; reports if not. After a 202 it may get it later. */
async function judgeFlag(
  step: Parameters<typeof isStale>[0],
  record: Fixture,
  { operation, property, value }: FlagAction,
  answer: Answer,
): Promise<boolean> {
  const { context, resource } = step
  const seen = await readItem(context, resource, record)
  const actual = seen?.record?.[property]
  if (actual === value) return true
  if (!seen || typeof actual !== 'boolean' || answer.status === 202) return false
  if (await isStale(step, 'update', seen, (each) => each?.[property] === value, record, [answer]))
    return false
  context.judge(
    states,
    { kind: 'flag', property, expected: String(value), actual: String(actual), pointer: operation.pointer },
    { answer: seen.answer, operation, after: [answer] },
  )
  return false
}

async function judgeRepetition(
  context: Context,
  record: Fixture,
  { operation, property, value, refusal }: FlagAction,
): Promise<void> {
  if (refusal === undefined) return
  const answer = await tryStep(context, operation, record)
  const { pointer } = operation
  const state = String(value)
  if (answer && isSuccess(answer.status)) {
    context.judge(states, { kind: 'taken', answer, property, state, pointer }, { answer })
    return
  }
  const named = answer && namedInstead(answer, operation, refusal, pointer)
  const told = { title: `the id of a record with ${property} = ${state}`, cause: `${property} ${state}` }
  if (answer && named !== undefined)
    context.judge(refusalStatus, { answer, named, ...told, forbiddenBy: pointer }, { answer })
}
