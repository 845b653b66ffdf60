import type { Response } from '../../../spec/document.ts'
import { singularNounOf } from '../../../spec/inference/prose/words.ts'
import {
  actionName,
  stateChangesOf,
  type StateChange,
} from '../../../spec/inference/states/action-outcome.ts'
import {
  conditionalStates,
  firstState,
  type ConditionalStates,
} from '../../../spec/inference/states/conditional-states.ts'
import { describedBeginnings } from '../../../spec/inference/states/described-beginnings.ts'
import {
  statePrecondition,
  describedState,
  initialState,
  isRefusedByState,
  type DescribedState,
  type StatePrecondition,
} from '../../../spec/inference/states/described-states.ts'
import { clearedProperties } from '../../../spec/inference/states/effects/described-clearing.ts'
import { describedTimes } from '../../../spec/inference/states/effects/described-times.ts'
import { describedValues } from '../../../spec/inference/states/effects/described-values.ts'
import {
  flagActionOf,
  onceOnlyAction,
  refusedAfterEnd,
  type FlagAction,
  type OnceOnlyAction,
} from '../../../spec/inference/states/flag-actions.ts'
import {
  isFinal,
  isFinished,
  isTooEarly,
  isUnfinished,
} from '../../../spec/inference/states/words/exclusive-states.ts'
import { isEditedFlag } from '../../../spec/inference/times/timestamps.ts'
import { stringifyJson, type JsonObject } from '../../../spec/json.ts'
import { possiblePropertiesOf } from '../../../spec/schemas/properties.ts'
import { typesOf } from '../../../spec/schemas/types.ts'
import { getOrInsertComputed } from '../../../spec/util/memo.ts'
import { refuse, type Refused } from '../../behaviour.ts'
import type { Id } from '../../store/store.ts'
import type { Endpoint } from '../endpoint.ts'
import { nameOf } from '../identity/identity.ts'
import { isSettable } from '../records/settable.ts'
import { ownersOf } from '../relations/owners.ts'

/** The state transition that the description of an operation defines. */
interface Transition {
  readonly before: StatePrecondition | undefined
  /** The flag that it sets or clears, if it is an action. */
  readonly flag: FlagAction | undefined
  /** The state in which it is refused, since it leads there. */
  readonly done: StateChange | undefined
  /** Whether it is refused of whatever is finished in one way or another. */
  readonly isOver: boolean
  /** The time that it sets only once, if it is an action, or after which it is refused. */
  readonly once: OnceOnlyAction | undefined
  /** The properties that the operation sets. */
  readonly after: JsonObject
  /** The flags that tell that a record was changed, if the operation changes one. */
  readonly edited: readonly string[]
  /** The properties that the operation sets to its own time. */
  readonly times: readonly string[]
  /** The properties that the operation makes null, or removes. */
  readonly cleared: readonly string[]
  /** The first states that depend on what was sent, if it creates records. */
  readonly conditional: ConditionalStates | undefined
}

const transitions = new WeakMap<Endpoint, Transition>()

function transitionOf(endpoint: Endpoint): Transition {
  return getOrInsertComputed(transitions, endpoint, () => readTransition(endpoint))
}

function readTransition(endpoint: Endpoint): Transition {
  const { operation, declared } = endpoint
  const { record } = endpoint.resource
  const { document } = endpoint.options
  const state = (operation.role === 'create' ? initialState : describedState)(document, record, declared)
  return {
    before: statePrecondition(document, record, declared),
    done: operation.role === 'action' && isRefusedByState(declared) ? outcomeOf(endpoint, state) : undefined,
    isOver: declared.responses.some(tellsOfEnd),
    flag: operation.role === 'action' ? flagActionOf(document, record, declared) : undefined,
    once:
      operation.role === 'action'
        ? (onceOnlyAction(document, record, declared) ?? refusedAfterEnd(document, record, declared))
        : undefined,
    after: {
      ...(operation.role === 'create' && describedBeginnings(document, record, declared)),
      ...(state && { [state.property]: state.value }),
      ...(operation.role === 'action' && describedValues(document, record, declared)),
    },
    edited: /^(?:update|replace)$/.test(operation.role) ? editedFlags(endpoint) : [],
    times: describedTimes(document, record, declared),
    cleared: clearedProperties(document, record, declared),
    conditional:
      operation.role === 'create'
        ? conditionalStates(document, record, declared, ownersIn(endpoint))
        : undefined,
  }
}

/** What the records of an endpoint belong to, by the nouns for it. */
const ownersIn = ({ options, resource }: Endpoint): Parameters<typeof conditionalStates>[3] =>
  ownersOf(options, resource).map(({ owner }) => ({ noun: singularNounOf(owner.name), record: owner.record }))

/** Whether the first state of a new record depends on what it belongs to. */
export const dependsOnOwners = (endpoint: Endpoint): boolean =>
  transitionOf(endpoint).conditional?.exceptions.some(({ property }) => property.includes(' ')) === true

/** "The application is no longer active": it is finished in one way or another. */
const tellsOfEnd = ({ status, description }: Response): boolean =>
  status === '409' &&
  [...description.matchAll(/\bno longer (\w+(?: progress)?)/gi)].some(([, word = '']) =>
    isUnfinished(word.toLowerCase()),
  )

/** The state that an action leads to, as its description or else its name tells. */
function outcomeOf(
  { resource, declared, options }: Endpoint,
  described: DescribedState | undefined,
): StateChange | undefined {
  if (described) return described
  const changes = stateChangesOf(options.document, resource.record, actionName(declared))
  const [state, ...others] = changes.filter(({ value }) => typeof value === 'string')
  return others.length === 0 ? state : undefined
}

/** Flags such as `edited` that only the server sets. */
function editedFlags({ resource, options }: Endpoint): readonly string[] {
  return [...possiblePropertiesOf(options.document, resource.record)].flatMap(([name, node]) =>
    isEditedFlag(name) &&
    typesOf(options.document, node).has('boolean') &&
    !isSettable(options, resource, name)
      ? [name]
      : [],
  )
}

/** The state of a record after it was created or an action was performed, if the document describes it. */
export function stateAfter(endpoint: Endpoint, sent: JsonObject = {}): JsonObject {
  const { after, flag, conditional } = transitionOf(endpoint)
  const first = conditional && firstState(conditional, sent)
  return flag || first ? { ...(flag && { [flag.property]: flag.value }), ...after, ...first } : after
}

/**
 * The properties that an action or a change sets to its own time, if the document describes any, and that time; null for those that it
 * clears, and true for a flag such as `edited`.
 */
export function valuesSetBy(endpoint: Endpoint, now: () => Date): JsonObject {
  const { edited, times, cleared } = transitionOf(endpoint)
  return Object.fromEntries([
    ...edited.map((property) => [property, true] as const),
    ...times.map((property) => [property, now().toISOString()] as const),
    ...cleared.map((property) => [property, null] as const),
  ])
}

/** Names of actions on records that are done with. */
const takesUp =
  /(?:^|:)(?:un|re(?:open|stor|activat|new|submit|publish|sum|instat|start|try|cover|vert|fund|pay)|undo|open|activat|enabl|archiv|delet)/i

/**
 * Refuses an operation on a record in a state that the document excludes: "Only a `draft` post can be published", "409 if it is
 * already archived".
 */
export function wrongState(endpoint: Endpoint, id: Id, record: JsonObject): Refused | undefined {
  const { before, done, isOver, flag, once } = transitionOf(endpoint)
  // Most servers refuse to cancel twice, if they declare a conflict at all.
  if (!before && done && record[done.property] === done.value)
    return refuse(
      409,
      'wrong_state',
      `The ${nameOf(endpoint.resource, id)} is ${stringifyJson(done.value ?? null)} already.`,
    )
  // What was cancelled is not confirmed any more, and what was not paid is not refunded.
  if (
    !before &&
    done &&
    ((isOver && isFinished(record[done.property])) ||
      (isFinal(record[done.property]) && !takesUp.test(actionName(endpoint.declared))) ||
      isTooEarly(record[done.property], done.value))
  )
    return refuse(
      409,
      'wrong_state',
      `The ${nameOf(endpoint.resource, id)} is ${stringifyJson(record[done.property] ?? null)}.`,
    )
  if (flag?.refusal !== undefined && record[flag.property] === flag.value)
    return refuse(
      flag.refusal,
      'wrong_state',
      `The ${nameOf(endpoint.resource, id)} has ${flag.property} = ${String(flag.value)} already.`,
    )
  if (once && typeof record[once.property] === 'string')
    return refuse(
      once.refusal,
      'wrong_state',
      `The ${nameOf(endpoint.resource, id)} has got its ${once.property} already.`,
    )
  const state = before && record[before.property]
  if (!before || state === undefined || !before.refused.includes(state)) return undefined
  const actual =
    typeof state === 'string' ? `is ${state}` : `has ${before.property} = ${stringifyJson(state)}`
  return refuse(before.status, 'wrong_state', `The ${nameOf(endpoint.resource, id)} ${actual}.`)
}
