import type { Document } from '../../../spec/document.ts'
import { isNullIn, likelyNulls, type DescribedNull } from '../../../spec/inference/states/described-nulls.ts'
import { stateNames } from '../../../spec/inference/states/words/state-names.ts'
import { timestampedEvent } from '../../../spec/inference/states/words/state-properties.ts'
import { statesSince } from '../../../spec/inference/states/words/verb-forms.ts'
import {
  isChangeTimestamp,
  isCreationTimestamp,
  isEventTimestamp,
} from '../../../spec/inference/times/timestamps.ts'
import type { Json, JsonObject } from '../../../spec/json.ts'
import type { Resource } from '../../../spec/resources.ts'
import { enumValues } from '../../../spec/schemas/types.ts'
import { getOrInsertComputed } from '../../../spec/util/memo.ts'
import type { CrudOptions } from '../options.ts'
import { recordTypeOf, type Property } from '../records/record-type.ts'

/**
 * Makes the timestamps of a generated record consistent with its state: an order that is pending has no `shippedAt`, one that is
 * shipped has.
 */
export function withStateTimestamps(
  { document, validator }: CrudOptions,
  resource: Resource,
  record: JsonObject,
): JsonObject {
  const { changes, transitions, others: events } = timestampsOf(document, resource)
  const latest = changes.map((name) => record[name]).findLast(isText)
  const { accepts } = validator.of(resource.record, 'response')
  let result = record
  for (const { name, indicators, described } of transitions) {
    const reached = isReached(described, indicators, record)
    const { [name]: value, ...others } = result
    if (reached === undefined || (reached && isText(value) && value <= (latest ?? value))) continue
    const without = isText(value) ? [{ ...result, [name]: null }, others] : []
    const known = [...transitions.map((each) => each.name), ...events]
    const time = latest ?? known.map((each) => record[each]).findLast(isText) ?? null
    result = (reached ? [{ ...result, [name]: time }] : without).find(accepts) ?? result
  }
  return result
}

/** Undefined if that is unknown. */
function isReached(
  described: DescribedNull | undefined,
  indicators: readonly Indicator[],
  record: JsonObject,
): boolean | undefined {
  if (!described) return hasReached(indicators, record)
  if (isNullIn(described, record)) return false
  return !described.mayStay || (hasReached(indicators, record) ?? true)
}

const isText = (value: Json | undefined): value is string => typeof value === 'string'

/** The timestamps of a resource's records. */
interface Timestamps {
  /** Names of those for the creation or the last change of a record. */
  readonly changes: readonly string[]
  /** Those for the transition to a state, with the properties that show whether a record has reached it. */
  readonly transitions: readonly {
    readonly name: string
    readonly indicators: readonly Indicator[]
    /** The states in which it is null, if its description says so. */
    readonly described: DescribedNull | undefined
  }[]
  /** Names of those for other events, such as `enrolledAt`. */
  readonly others: readonly string[]
}

/** A property that shows whether a record has reached a state. */
interface Indicator {
  readonly name: string
  /** The boolean value of it that stands for the state, if there is one. */
  readonly flag: boolean | undefined
  /** Its enum values, and the index of the state among them. */
  readonly values: readonly Json[]
  readonly index: number
}

const timestampsByResource = new WeakMap<Resource, Timestamps>()

/** Depends only on the document, so that it is computed once for all records of a resource. */
function timestampsOf(document: Document, resource: Resource): Timestamps {
  return getOrInsertComputed(timestampsByResource, resource, () => readTimestamps(document, resource))
}

function readTimestamps(document: Document, { record }: Resource): Timestamps {
  const properties = [...recordTypeOf(document, record).properties.values()]
  const instants = properties.filter(({ instant }) => instant === 'date-time')
  const nulls = likelyNulls(document)(record)
  return {
    changes: instants
      .map(({ name }) => name)
      .filter((name) => isCreationTimestamp(name) || isChangeTimestamp(name)),
    transitions: instants.flatMap(({ name, events }) => {
      const event = timestampedEvent(name) ?? []
      const states = [event, ...events, ...[event].flat().flatMap(statesSince)].flat()
      const indicators = [...new Set(states)].flatMap((state) => indicatorsOf(document, properties, state))
      const described = nulls.find(({ property }) => property === name)
      return indicators.length === 0 && !described ? [] : [{ name, indicators, described }]
    }),
    others: instants.map(({ name }) => name).filter(isEventTimestamp),
  }
}

function indicatorsOf(
  document: Document,
  properties: readonly Property[],
  state: string,
): readonly Indicator[] {
  return properties.flatMap(({ name, node }) => {
    const values = enumValues(document, node)
    // What is `void` was voided.
    const index = values.findIndex((value) =>
      stateNames(name, value).some((own) => own === state || `${own}ed` === state),
    )
    const flag = [true, false].find((value) => stateNames(name, value).includes(state))
    return flag !== undefined || index >= 0 ? [{ name, flag, values, index }] : []
  })
}

/** Whether a record in a state may never have been in those that documents list before it. */
const isDeadEnd = (state: Json | undefined): boolean =>
  isText(state) &&
  /^(?:cancel|reject|revok|expir|fail|declin|abandon|lost|withdr|void|abort|refus|denied|discard)/i.test(
    state,
  )

/** Whether a state is that of what somebody has answered, and that of what somebody has asked for: it was rejected after it was submitted. */
const isAnswer = (state: Json | undefined): boolean =>
  isText(state) && /^(?:reject|declin|refus|deni)ed?/i.test(state)
const isRequest = (state: Json | undefined): boolean =>
  isText(state) && /^(?:submitted|requested|sent|applied|filed)$/i.test(state)

/** True if the record is in the state, false if it has not reached it yet, undefined if that is unknown. */
function hasReached(indicators: readonly Indicator[], record: JsonObject): boolean | undefined {
  const found = indicators.flatMap(({ name, flag, values, index }) => {
    const value = record[name]
    if (flag !== undefined && typeof value === 'boolean') return value === flag
    const current = values.indexOf(value ?? null)
    if (current > index && index >= 0 && isDeadEnd(value)) return isAnswer(value) && isRequest(values[index])
    // What has been voided is in no other state.
    if (current >= 0 && index >= 0 && current !== index && isDeadEnd(values[index])) return false
    // Documents usually list states in their order.
    return current >= 0 && current <= index ? current === index : []
  })
  // A time may be that of several states: when it was accepted or declined.
  return found.length === 0 ? undefined : found.includes(true)
}
