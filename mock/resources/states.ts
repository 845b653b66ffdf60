import {
  statePrecondition,
  describedState,
  type StatePrecondition,
} from '../../spec/inference/states/described-states.ts'
import type { JsonObject } from '../../spec/json.ts'
import { refuse, type Refused } from '../behaviour.ts'
import type { Desk } from './desk.ts'
import { nounOf } from './identity.ts'
import type { Id } from '../store/store.ts'

/** What the words of an operation say of the states of a record. */
interface Words {
  readonly before: StatePrecondition | undefined
  /** What it leaves a record as. */
  readonly after: JsonObject
}

const known = new WeakMap<Desk, Words>()

function wordsOf(desk: Desk): Words {
  const found = known.get(desk) ?? readWords(desk)
  known.set(desk, found)
  return found
}

function readWords({ resource: { record }, declared, options: { document } }: Desk): Words {
  const told = describedState(document, record, declared)
  return {
    before: statePrecondition(document, record, declared),
    after: told ? { [told.property]: told.value } : {},
  }
}

/** The state that a new record has by the document's words, or one after an action. */
export const stateAfter = (desk: Desk): JsonObject => wordsOf(desk).after

/** The refusal of what is done to a record in a state in which it may not be. */
export function refusedIn(desk: Desk, id: Id, record: JsonObject): Refused | undefined {
  const { before } = wordsOf(desk)
  const state = before && record[before.property]
  if (!before || typeof state !== 'string' || !before.refused.includes(state)) return undefined
  const { resource } = desk
  const which = resource.kind === 'singleton' ? nounOf(resource) : `${nounOf(resource)} ${String(id)}`
  return refuse(before.status, 'wrong_state', `The ${which} is ${state}.`)
}
