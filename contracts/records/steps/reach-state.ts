import type { Operation } from '../../../spec/document.ts'
import { actionName, stateChangesOf } from '../../../spec/inference/states/action-outcome.ts'
import { describedState } from '../../../spec/inference/states/described-states.ts'
import { keptByDeletion } from '../../../spec/inference/states/kept-by-deletion.ts'
import type { Json } from '../../../spec/json.ts'
import type { Resource } from '../../../spec/resources.ts'
import { possiblePropertiesOf } from '../../../spec/schemas/properties.ts'
import { isSuccess } from '../../answer.ts'
import { bodySchema, changeFor, operationFor, type Api } from '../../api/api.ts'
import type { Context } from '../../context.ts'
import { itemDraft } from '../../draft.ts'
import type { Answer, Fixture } from '../../interaction.ts'
import { withProperty } from '../../requests/validity.ts'
import { readItem } from '../read-record.ts'
import { actionsOn } from './step-candidates.ts'
import { controlOnOther, noteStep, takeStep } from './steps.ts'

/** The states that a record is to be brought into. */
export interface Goal {
  readonly property: string
  readonly states: readonly Json[]
}

/** Changes a record; undefined if that was refused. */
export type Change = (record: Fixture) => Promise<readonly Answer[] | undefined>

/**
 * The changes that may bring a record of the resource into one of the states: actions, updates of the property, by actions too that are
 * sent it, a deletion that keeps it.
 */
export function changesTo(context: Context, resource: Resource, goal: Goal): readonly Change[] {
  const actions = actionsOn(context.api, resource)
    .filter((action) => leadsTo(context.api, resource, action, goal))
    .map((action) => byAction(context, action))
  const updates = settersOf(context.api, resource, goal.property).flatMap((setter) =>
    goal.states.map((state) => bySetter(context, resource, setter, { property: goal.property, state })),
  )
  return [...actions, ...updates, ...byDeletion(context, resource, goal)]
}

/** A deletion, if the record is kept in one of the states: a van is `retired`. */
function byDeletion(context: Context, resource: Resource, { property, states }: Goal): readonly Change[] {
  const removal = operationFor(context.api, resource, 'delete')
  const kept = removal && keptByDeletion(context.api.document, removal.operation, resource.record)
  const isLeft = kept?.changes.some(
    (change) => change.property === property && change.value !== undefined && states.includes(change.value),
  )
  if (!removal || isLeft !== true) return []
  return [
    async (record) => {
      const answer = await context.send(itemDraft(removal, record), 'valid')
      return isSuccess(answer.status) ? [answer] : undefined
    },
  ]
}

/** Whether an action leads to one of the states, by its description or by its name. */
function leadsTo(
  { document }: Api,
  { record }: Resource,
  action: Operation,
  { property, states }: Goal,
): boolean {
  const described = describedState(document, record, action)
  const implied = stateChangesOf(document, record, actionName(action))
  return [...(described ? [described] : []), ...implied].some(
    (change) => change.property === property && change.value !== undefined && states.includes(change.value),
  )
}

const byAction =
  (context: Context, action: Operation): Change =>
  async (record) => {
    const { steps = [] } = await controlOnOther(context, action, record)
    const before = record.steps?.length ?? 0
    for (const step of [...steps, action]) if (!(await takeStep(context, step, record))) return undefined
    return record.steps?.slice(before)
  }

/** The operations that are sent a property of a record: its update, and actions, `POST /tasks/{id}/move` with a `stage`. */
function settersOf(api: Api, resource: Resource, property: string): readonly Operation[] {
  const update = changeFor(api, resource)
  const actions = actionsOn(api, resource).filter((action) => {
    const schema = bodySchema(action)
    return schema !== undefined && possiblePropertiesOf(api.document, schema).has(property)
  })
  return [...(update?.role.requestPath.length === 0 ? [update.operation] : []), ...actions]
}

const bySetter =
  (
    context: Context,
    resource: Resource,
    setter: Operation,
    { property, state }: { readonly property: string; readonly state: Json },
  ): Change =>
  async (record) => {
    const { template } = await controlOnOther(context, setter, record)
    if (!template) return undefined
    // After a conflict, values that may have to be unique are made so.
    for (const attempt of [0, 1]) {
      context.group.fixtures.set(resource.name, record)
      const draft = await context.instantiate(setter, template, { attempt })
      const changed = withProperty(context.api, draft, property, state)
      const answer = changed && (await context.send(changed, 'valid'))
      if (answer && isSuccess(answer.status)) {
        noteStep(record, answer)
        return [answer]
      }
      if (answer?.status !== 409) return undefined
    }
    return undefined
  }

/** The state that a record is read in; undefined if it cannot be read. */
export async function stateOf(
  context: Context,
  resource: Resource,
  record: Fixture,
  property: string,
): Promise<Json | undefined> {
  return (await readItem(context, resource, record))?.record?.[property]
}
