import { onceOnlyAction, type OnceOnlyAction } from '../../../../spec/inference/states/flag-actions.ts'
import type { Resource } from '../../../../spec/resources.ts'
import type { Api } from '../../../api/api.ts'
import { states } from '../../../checks/states.ts'
import { inconclusive, type Context } from '../../../context.ts'
import { stateOf } from '../../../records/steps/reach-state.ts'
import { actionsOn } from '../../../records/steps/step-candidates.ts'
import { takeStep } from '../../../records/steps/steps.ts'

/** The actions on a resource that set a time and are refused the second time: "409 if it has been returned already". */
export const onceOnlyActionsOf = (api: Api, resource: Resource): readonly OnceOnlyAction[] =>
  actionsOn(api, resource).flatMap((each) => onceOnlyAction(api.document, resource.record, each) ?? [])

/** Performs each of these actions twice on a new record: the second time, it has to be refused. */
export async function judgeOnceOnly(context: Context, resource: Resource): Promise<void> {
  let isJudged = false
  for (const action of onceOnlyActionsOf(context.api, resource))
    isJudged = (await judgeRepetition(context, resource, action)) || isJudged
  if (!isJudged) throw inconclusive('No record shows the time that an action sets.')
}

/** Whether the action was repeated on a record that showed its time, and had none before. */
async function judgeRepetition(
  context: Context,
  resource: Resource,
  { operation, property }: OnceOnlyAction,
): Promise<boolean> {
  const { steps = [] } = await context.control(operation)
  const record = await context.fixture(resource, { fresh: true })
  if (!record?.creation) return false
  for (const step of steps) if (!(await takeStep(context, step, record))) return false
  const isSet = async (): Promise<boolean> =>
    ((await stateOf(context, resource, record, property)) ?? null) !== null
  if ((await isSet()) || !(await takeStep(context, operation, record)) || !(await isSet())) return false
  const isTaken = await takeStep(context, operation, record)
  const answer = record.steps?.at(-1)
  if (isTaken && answer) {
    const { pointer } = operation
    context.judge(states, { kind: 'taken', answer, property, state: 'a time', pointer }, { answer })
  }
  return true
}
