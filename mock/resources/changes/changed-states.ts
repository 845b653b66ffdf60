import { wordsOf } from '../../../spec/inference/prose/words.ts'
import { stateNames } from '../../../spec/inference/states/words/state-names.ts'
import type { Json, JsonObject } from '../../../spec/json.ts'
import type { Property } from '../records/record-type.ts'
import { isFirstState } from '../values/initial-values.ts'

const noStates: ReadonlySet<string> = new Set()

/** The states that a record enters by a change: `cancelled`. */
export function newStates(before: JsonObject | undefined, change: JsonObject): ReadonlySet<string> {
  const states = new Set<string>()
  for (const name in change) {
    const value = change[name]
    if (before?.[name] !== value) for (const state of stateNames(name, value)) states.add(state)
  }
  return states
}

/**
 * The states that a record leaves by a change back to where it began: `closed` when it is reopened, `starred` without its star.
 * @param startOf what a property has in a new record
 */
export function leftStates(
  before: JsonObject | undefined,
  change: JsonObject,
  startOf: (name: string) => Json | undefined,
): ReadonlySet<string> {
  if (!before) return noStates
  const isStart = (name: string, value: Json): boolean =>
    typeof value === 'boolean' ||
    isFirstState(value) ||
    (typeof value === 'string' && value === startOf(name))
  const changed = Object.entries(change).filter(
    ([name, value]) => before[name] !== value && isStart(name, value),
  )
  return changed.length === 0
    ? noStates
    : new Set(changed.flatMap(([name]) => stateNames(name, before[name])))
}

/** Whether a property tells when a record entered one of these states, or who brought it there: `closedAt`, `trashedTime`, `closed_by`, or `closed` if it is a time. */
export function tellsOfStates(
  { name, instant }: Pick<Property, 'name' | 'instant'>,
  states: ReadonlySet<string>,
): boolean {
  const words = wordsOf(name)
  if (instant !== undefined && states.has(words.join(''))) return true
  return /^(?:at|on|date|time|by)$/.test(words.at(-1) ?? '') && states.has(words.slice(0, -1).join(''))
}
