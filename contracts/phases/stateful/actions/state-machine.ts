import type { Operation } from '../../../../spec/document.ts'
import { actionName, stateChangesOf } from '../../../../spec/inference/states/action-outcome.ts'
import { isCopy } from '../../../../spec/inference/states/copies.ts'
import {
  statePrecondition,
  describedState,
  initialState,
  type StatePrecondition,
} from '../../../../spec/inference/states/described-states.ts'
import { effectsOnOthers } from '../../../../spec/inference/states/effects/effects-on-others.ts'
import { keptByDeletion } from '../../../../spec/inference/states/kept-by-deletion.ts'
import { hasNeverBeen } from '../../../../spec/inference/states/words/exclusive-states.ts'
import type { Json } from '../../../../spec/json.ts'
import type { Resource } from '../../../../spec/resources.ts'
import { recordProperties, type Api } from '../../../api/api.ts'
import { creatorOf } from '../../../api/creators.ts'
import { statesOf } from '../../../api/state-values.ts'
import { isIssued } from '../../../records/issued-records.ts'
import { addedTo, resourceOfAction } from '../../../records/steps/step-candidates.ts'

/** An operation on a record, and what the document says of the record's state before and after. */
export interface Transition {
  readonly operation: Operation
  readonly before: StatePrecondition | undefined
  /** The state after it. */
  readonly target: string | undefined
  /** Whether its description names that state; otherwise it follows from the name. */
  readonly isDescribed: boolean
  /** Whether it is an action, which leads to another state. Other operations are only tried where they must be refused. */
  readonly isAction: boolean
}

export interface StateMachine {
  /** The property that holds the state. */
  readonly property: string
  /** Its values; documents list them in the order in which records pass through them. */
  readonly order: readonly Json[]
  readonly transitions: readonly Transition[]
}

/** Returns the state machine of a resource, or undefined if the document describes no states for it. */
export function stateMachineOf(api: Api, resource: Resource): StateMachine | undefined {
  const { document, operations } = api
  const all = operations
    .filter((each) => changesRecord(api, resource, each) || movesOwner(api, each, resource))
    .map((operation) => ({
      operation,
      before: onState(statePrecondition(document, resource.record, operation)),
      target: describedState(document, resource.record, operation),
      isAction:
        resourceOfAction(api, operation) === resource ||
        isKeptBy(api, operation, resource) ||
        movesOwner(api, operation, resource),
    }))
  const create = creatorOf(api, resource)?.operation
  const initial = create && initialState(document, resource.record, create)
  const named = all
    .filter(({ isAction }) => isAction)
    .flatMap(({ operation }) => stateChangesOf(document, resource.record, actionName(operation)))
    .filter(({ value }) => typeof value === 'string')
  const described = all.flatMap(({ before, target }) => [before, target])
  const property = [...described, initial, ...named].find((state) => state !== undefined)?.property
  if (property === undefined || (create === undefined && !isIssued(api, resource))) return undefined
  const transitions = all.map((each): Transition => {
    const described = each.target?.property === property ? each.target.value : undefined
    return {
      ...each,
      before: each.before?.property === property ? each.before : undefined,
      target: described ?? impliedTarget(api, resource, each, property),
      isDescribed: described !== undefined,
    }
  })
  const node = recordProperties(api, resource).get(property)
  return {
    property,
    order: node ? (statesOf(api, node) ?? []) : [],
    transitions: transitions.filter(({ isAction, before }) => isAction || (before?.certain.length ?? 0) > 0),
  }
}

/** Whether a DELETE leaves records in another state, as its description says. */
const isKeptBy = ({ document }: Api, operation: Operation, { record }: Resource): boolean =>
  operation.method === 'DELETE' && keptByDeletion(document, operation, record)?.isDescribed === true

/** Whether to create something below a record leads that to another state: "Ships a paid order, which becomes `shipped`". */
function movesOwner(api: Api, operation: Operation, owner: Resource): boolean {
  const { document, model } = api
  const created = model.roles.get(operation.id)?.resource
  if (!created || addedTo(api, operation) !== owner) return false
  const target = describedState(document, owner.record, operation)
  return effectsOnOthers(document, operation, created, model.resources).some(
    ({ reference, property }) => reference.resource === owner.name && property === target?.property,
  )
}

/** The precondition, unless it is on a flag. */
const onState = (before: StatePrecondition | undefined): StatePrecondition | undefined =>
  before?.refused.every((each) => typeof each === 'string') === true ? before : undefined

/**
 * The state that an action is named after, `published` of `publish`, if the description also says that it is refused there: a
 * record on which it succeeded is in no state that it could be taken from again.
 */
function impliedTarget(
  { document }: Api,
  { record }: Resource,
  { operation, before }: Pick<Transition, 'operation' | 'before'>,
  property: string,
): string | undefined {
  const values = stateChangesOf(document, record, actionName(operation)).flatMap((change) =>
    change.property === property && typeof change.value === 'string' ? [change.value] : [],
  )
  const [value, ...others] = values
  const isRefusedThere =
    value !== undefined && before?.property === property && before.certain.includes(value)
  return isRefusedThere && others.length === 0 ? value : undefined
}

/** Whether an operation changes a record of the resource. A copy leaves it as it is, unlike what makes a record of another one. */
export function changesRecord(api: Api, resource: Resource, operation: Operation): boolean {
  const role = api.model.roles.get(operation.id)
  const isOwn = role?.resource === resource && /^(?:replace|update|delete)$/.test(role.operation.role)
  const isOfOther = isCopy(operation) && !api.conversions.has(operation.id)
  return isOwn || (resourceOfAction(api, operation) === resource && !isOfOther)
}

/** Whether the document says that the transition is refused in that state; maybe in doubt, as texts use the names of states. */
export const isForbidden = ({ before }: Transition, state: string): boolean =>
  before?.refused.includes(state) === true

/**
 * Whether the document says so without doubt: of the state, or because the record has not been in any state that it demands. That
 * needs no more than its first state, or states which all come before those.
 *
 * @param visited the states that the record has been in; the last one is its present state
 */
export function isSurelyForbidden(
  transition: Transition,
  visited: readonly string[],
  order: readonly Json[],
): boolean {
  const state = visited.at(-1) ?? ''
  const allowed = transition.before?.allowed ?? []
  const isEarly = allowed.every(
    (each) =>
      hasNeverBeen(each) &&
      (visited.length === 1 || visited.every((other) => order.indexOf(other) < order.indexOf(each))),
  )
  return transition.before?.certain.includes(state) === true || (isForbidden(transition, state) && isEarly)
}
