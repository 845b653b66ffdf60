import { requestSchema } from '../../../../spec/inference/bodies/content.ts'
import { namedRanges } from '../../../../spec/inference/constraints/named-ranges.ts'
import { itemAmountsIn } from '../../../../spec/inference/numbers/item-amounts.ts'
import { singularWordsOf, wordsOf } from '../../../../spec/inference/prose/words.ts'
import { assignedBy } from '../../../../spec/inference/records/assigned-later.ts'
import { actionName, stateChangesOf } from '../../../../spec/inference/states/action-outcome.ts'
import { describedState, statePrecondition } from '../../../../spec/inference/states/described-states.ts'
import { stateName } from '../../../../spec/inference/states/words/state-names.ts'
import { timestampedEvent } from '../../../../spec/inference/states/words/state-properties.ts'
import { isArray, isJsonObject, type Json } from '../../../../spec/json.ts'
import { timestamp } from '../../../data/realistic/dates.ts'
import { numberIn } from '../../values/number-in.ts'
import { isFinished } from '../../values/progress.ts'
import type { Companion, RecordFacts } from './companion.ts'

/** What an action does to the state of a record. */
interface Step {
  readonly property: string
  readonly to: Json
  /** The states that it starts from; empty if the document does not say. */
  readonly from: readonly Json[]
}

function stepOf(
  { document, resource: { record } }: RecordFacts,
  action: RecordFacts['actions'][number],
): Step | undefined {
  const named = stateChangesOf(document, record, actionName(action)).find(
    ({ value }) => typeof value === 'string',
  )
  const outcome = describedState(document, record, action) ?? named
  const before = statePrecondition(document, record, action)
  if (outcome?.value === undefined) return undefined
  const from = before?.property === outcome.property ? before.allowed : []
  return { property: outcome.property, to: outcome.value, from }
}

const stepsOf = (facts: RecordFacts): readonly Step[] =>
  facts.actions.flatMap((action) => stepOf(facts, action) ?? [])

/** The states that others lead to, or that lead to them, in any number of steps. */
function closure(steps: readonly Step[], state: Json, direction: 'before' | 'after'): ReadonlySet<Json> {
  const found = new Set<Json>()
  const add = (each: Json): void => {
    const next = steps.flatMap(({ from, to }) =>
      direction === 'before' ? (to === each ? from : []) : from.includes(each) ? [to] : [],
    )
    for (const other of next)
      if (!found.has(other)) {
        found.add(other)
        add(other)
      }
  }
  add(state)
  return found
}

const isText = (value: Json | undefined): value is string => typeof value === 'string'

/** What was fulfilled has not been released, if only what is active can be either. */
export function detours(facts: RecordFacts): readonly Companion[] {
  const steps = stepsOf(facts).filter(({ from }) => from.length > 0)
  return facts.names.flatMap((name): readonly Companion[] => {
    const event = timestampedEvent(name)
    const step = steps.find(({ property, to }) => event !== undefined && stateName(property, to) === event)
    if (!step) return []
    return [
      (record, edit) => {
        const state = record[step.property] ?? null
        const isKnown = steps.some(({ property, to }) => property === step.property && to === state)
        if (isKnown && state !== step.to && !closure(steps, state, 'before').has(step.to)) edit.clear(name)
      },
    ]
  })
}

/** What happens one after the other has times in that order: it was packed before it was shipped. */
export function sequences({ names, enums }: RecordFacts): readonly Companion[] {
  return enums.flatMap(({ name: property, values }): readonly Companion[] => {
    const timed = values.flatMap(
      (value) => names.find((name) => timestampedEvent(name) === stateName(property, value)) ?? [],
    )
    if (timed.length < 2) return []
    return [
      (record, edit) => {
        const own = timed.filter((name) => isText(record[name]))
        const times = own
          .flatMap((name) => record[name] ?? [])
          .filter(isText)
          .toSorted((a, b) => (a < b ? -1 : 1))
        for (const [index, name] of own.entries()) edit.set(name, times[index] ?? null)
      },
    ]
  })
}

/** Only what was dispatched has the tracking number that is assigned then. */
export function assignments(facts: RecordFacts): readonly Companion[] {
  const steps = stepsOf(facts)
  return facts.actions.flatMap((action): readonly Companion[] => {
    const step = stepOf(facts, action)
    const texts = assignedBy(facts.document, facts.resource.record, action)
    if (!step || texts.length === 0) return []
    const since = closure(steps, step.to, 'after')
    return [
      (record, edit) => {
        const state = record[step.property] ?? null
        if (state === step.to || since.has(state)) return
        for (const text of texts) edit.clear(text)
      },
    ]
  })
}

/** What has expired did so before now. */
export function expiry({ names, enums }: RecordFacts): readonly Companion[] {
  const end = names.find((name) =>
    /^expir(?:es|y|ation)(?:at|on|date|time)?$/i.test(name.replaceAll('_', '')),
  )
  const updated = names.find((name) => /^(?:updated|modified|created)[_]?at$/i.test(name))
  return enums.flatMap(({ name, values }): readonly Companion[] => {
    const expired = values.find((each) => isText(each) && /^expired$/i.test(each))
    if (end === undefined || updated === undefined || expired === undefined) return []
    return [
      (record, edit) => {
        const last = record[updated]
        if (record[name] === expired && isText(record[end]) && isText(last) && record[end] > last)
          edit.set(end, last)
      },
    ]
  })
}

const week = 7 * 24 * 60 * 60 * 1000

/** States of what is yet to come, and of what has begun. */
const ahead = /^(?:scheduled|planned|upcoming)$/
const begun = /^(?:started|in progress|seated|arrived|attended|checked (?:in|out)|no show|missed)$/
/** Names of times at which something is going to happen. */
const startName = /^(?:start|begin|scheduled|planned)(?: (?:at|on|date|time|for))?$/

/** What is completed has ended, what is `seated` has begun, and what is `scheduled` has not: it takes place some weeks earlier or later. */
export function schedules({ document, resource, names, enums, now }: RecordFacts): readonly Companion[] {
  const inState = (pattern: RegExp, state: Json | undefined): boolean =>
    isText(state) && pattern.test(wordsOf(state).join(' '))
  const isTelling = (state: Json): boolean =>
    isFinished(state) || inState(ahead, state) || inState(begun, state)
  const states = enums.filter(({ values }) => values.some(isTelling))
  if (states.length === 0) return []
  const ranges = namedRanges(document, resource.record)
  const alone = names.filter(
    (name) =>
      startName.test(singularWordsOf(name)) &&
      !ranges.some(({ lower, upper }) => lower === name || upper === name),
  )
  const periods = [...ranges, ...alone.map((name) => ({ lower: name, upper: name }))]
  return periods.map(({ lower, upper }) => (record, edit) => {
    const isIn = (test: (state: Json | undefined) => boolean): boolean =>
      states.some(({ name }) => test(record[name]))
    const time = record[isIn(isFinished) ? upper : lower]
    const left = isText(time) ? Date.parse(time) - now.getTime() : Number.NaN
    const isOver = isIn(isFinished) || isIn((state) => inState(begun, state))
    const isDue = isIn((state) => inState(ahead, state))
    const weeks =
      isOver && left > 0 ? -Math.ceil(left / week) : isDue && left <= 0 ? Math.ceil(-left / week) + 1 : 0
    if (weeks === 0) return
    for (const name of new Set([lower, upper])) {
      const each = record[name]
      if (isText(each) && inUtc.test(each))
        edit.set(name, timestamp(new Date(Date.parse(each) + weeks * week)).slice(0, each.length))
    }
  })
}

/** A date, or a time in whole seconds. */
const inUtc = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d:\d\dZ)?$/

/** Of what was received, every line was, and of what was received in part, some. */
export function itemTallies(facts: RecordFacts): readonly Companion[] {
  const { document, resource, actions } = facts
  return actions.flatMap((action): readonly Companion[] => {
    const amounts = itemAmountsIn(document, resource.record, action, requestSchema(action))
    const { list, tally, most, state } = amounts ?? {}
    if (list === undefined || tally === undefined || most === undefined || !state) return []
    return [
      (record, edit) => {
        const items = record[list]
        if (items === undefined || !isArray(items)) return
        const current = record[state.property] ?? null
        const next = items.map((item, index): Json => {
          if (!isJsonObject(item)) return item
          const all = numberIn(item, most)
          const part = index === 0 ? Math.max(Math.floor(all / 2), items.length > 1 ? 1 : 0) : 0
          return { ...item, [tally]: current === state.whole ? all : current === state.part ? part : 0 }
        })
        edit.set(list, next)
      },
    ]
  })
}
