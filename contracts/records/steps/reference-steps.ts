import type { Operation } from '../../../spec/document.ts'
import { wordsOf } from '../../../spec/inference/prose/words.ts'
import { actionName, stateChangesOf } from '../../../spec/inference/states/action-outcome.ts'
import { describedState } from '../../../spec/inference/states/described-states.ts'
import { decodeUtf8 } from '../../../spec/json.ts'
import type { Resource } from '../../../spec/resources.ts'
import { sameId } from '../../answers/answer-records.ts'
import { resourceNamed, type Api } from '../../api/api.ts'
import type { Context } from '../../context.ts'
import type { Answer, Draft, Fixture } from '../../interaction.ts'
import type { Control } from '../case-group.ts'
import { ownerIn, workOn } from '../owned-records.ts'
import { actionsOn, additionsNamed } from './step-candidates.ts'
import { acceptedAfterSteps, takePreparedStep } from './steps.ts'

/**
 * A request that is accepted once a record that its body refers to is in another state, an enrolment in a course that was
 * published, or has others that refer to it, a reservation of a type that has rooms. The actions that lead there are kept for all later requests of the operation.
 */
export async function afterReferenceSteps(
  context: Context,
  operation: Operation,
  refused: readonly Answer[],
): Promise<Control | undefined> {
  const { referenceSteps } = context.run
  const refusal = refused.find(({ status }) => status === 409 || status === 422)
  if (!refusal || referenceSteps.has(operation.id)) return undefined
  for (const resource of referencedResources(context.api, refusal)) {
    const actions = likeliestFirst(context.api, resource, actionsOn(context.api, resource), refusal)
    const steps = [...actions, ...additionsTo(context.api, resource, operation, refused)]
    const found = await acceptedAfterSteps(context, operation, resource, { steps, refused })
    if (!found) continue
    referenceSteps.set(operation.id, { resource: resource.name, steps: found.steps })
    return { template: found.template, answer: found.answer, refused }
  }
  // So that the search is not repeated in each group of cases.
  referenceSteps.set(operation.id, undefined)
  return undefined
}

/** The creations of records without which a record may be of no use, where the operation speaks of them: rooms of a type. */
const additionsTo = (
  api: Api,
  resource: Resource,
  operation: Operation,
  refused: readonly Answer[],
): readonly Operation[] =>
  additionsNamed(api, resource, operation, refused, (create) => {
    const added = api.model.roles.get(create.id)?.resource
    return added !== resource && added?.references.some((each) => each.resource === resource.name) === true
  })

/**
 * The resources whose records the body of a refused request refers to, other than that of the operation itself, and those whose
 * records these belong to: the ticket's event.
 */
function referencedResources(api: Api, { draft }: Answer): readonly Resource[] {
  const own = api.model.roles.get(draft.operation.id)?.resource.name
  const referred = draft.bindings.filter((each) => each.in === 'body').map(({ fixture }) => fixture)
  const owners = referred.flatMap(({ creation }) => creation?.draft.bindings ?? [])
  const names = [...referred, ...owners.map(({ fixture }) => fixture)].map(({ resource }) => resource)
  return [...new Set(names)].flatMap((name) => (name === own ? [] : (resourceNamed(api, name) ?? [])))
}

/** Actions that lead to a state named by the refusal or by the operation's description come before the others. */
function likeliestFirst(
  api: Api,
  resource: Resource,
  actions: readonly Operation[],
  { draft: { operation }, exchange }: Answer,
): readonly Operation[] {
  const text = `${operation.summary ?? ''} ${operation.description ?? ''} ${decodeUtf8(exchange.response.body) ?? ''}`
  const words = ` ${wordsOf(text).join(' ')} `
  const isNamed = (action: Operation): boolean =>
    statesAfter(api, resource, action).some((state) => words.includes(` ${wordsOf(state).join(' ')} `))
  return [...actions.filter(isNamed), ...actions.filter((each) => !isNamed(each))]
}

/** The states that an action may lead to, by its description and by its name. */
function statesAfter(api: Api, { record }: Resource, action: Operation): readonly string[] {
  const described = describedState(api.document, record, action)?.value ?? []
  const implied = stateChangesOf(api.document, record, actionName(action))
  return [described, implied.flatMap(({ value }) => (typeof value === 'string' ? value : []))].flat()
}

/**
 * The record, or a new one, after the actions without which the operation accepts no reference to it. Records that the run did
 * not create stay as they are. What is added to it is added for the records that the request names besides: an enrolment in the
 * course of the assignment.
 */
export async function withReferenceSteps(
  context: Context,
  draft: Draft,
  resource: Resource,
  record: Fixture | undefined,
): Promise<Fixture | undefined> {
  const known = context.run.referenceSteps.get(draft.operation.id)
  const owner = known && resourceNamed(context.api, known.resource)
  if (!owner || !record?.creation) return record
  const isAddition = known.steps.some((step) => isCreation(context.api, step))
  const beside = isAddition ? namedBeside(draft) : []
  for (const each of beside) if (!each.gone) context.group.fixtures.set(each.resource, each)
  const itself = owner === resource ? record : ownerIn(record, owner.name)
  if (!itself || (await takeSteps(context, known.steps, itself, beside))) return record
  const other = await context.fixture(owner, { fresh: true })
  if (!other?.creation || !(await takeSteps(context, known.steps, other, beside))) return record
  workOn(context, other)
  return owner === resource ? other : context.fixture(resource)
}

/** The records that a request names, and those that they were created for. */
function namedBeside({ bindings }: Draft): readonly Fixture[] {
  const named = bindings.map(({ fixture }) => fixture)
  const owners = named.flatMap(({ creation }) => creation?.draft.bindings.map(({ fixture }) => fixture) ?? [])
  return [...owners, ...named]
}

/** Whether exactly these actions have been done to the record, now or before, after the additions that they need. */
async function takeSteps(
  context: Context,
  steps: readonly Operation[],
  record: Fixture,
  beside: readonly Fixture[],
): Promise<boolean> {
  const taken = (record.steps ?? []).filter((step) => !isForOthers(step, beside))
  const actions = taken
    .map(({ draft }) => draft.operation)
    .filter((each) => steps.includes(each) || !isCreation(context.api, each))
  if (actions.length > 0)
    return actions.length === steps.length && steps.every((step, index) => actions[index] === step)
  for (const step of steps) if (!(await takePreparedStep(context, step, record))) return false
  return true
}

/** Whether an addition names another record than these of the same resource. */
const isForOthers = ({ draft }: Answer, beside: readonly Fixture[]): boolean =>
  draft.bindings.some(({ fixture }) =>
    beside.some((each) => each.resource === fixture.resource && !sameId(each.id, fixture.id)),
  )

const isCreation = (api: Api, { id }: Operation): boolean =>
  api.model.roles.get(id)?.operation.role === 'create'
