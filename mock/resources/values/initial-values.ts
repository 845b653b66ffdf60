import type { Document, SchemaNode } from '../../../spec/document.ts'
import { amountWordsOf } from '../../../spec/inference/numbers/amounts.ts'
import { schemaDescription } from '../../../spec/inference/prose/sentences.ts'
import { actionName, stateChangesOf } from '../../../spec/inference/states/action-outcome.ts'
import { stateName } from '../../../spec/inference/states/words/state-names.ts'
import {
  flagOf,
  isStateName,
  timestampedEvent,
} from '../../../spec/inference/states/words/state-properties.ts'
import { pastForms, statesSince } from '../../../spec/inference/states/words/verb-forms.ts'
import { writeInstant } from '../../../spec/inference/times/instants.ts'
import {
  isChangeTimestamp,
  isCreationTimestamp,
  isEventTimestamp,
} from '../../../spec/inference/times/timestamps.ts'
import type { Json, JsonObject } from '../../../spec/json.ts'
import type { Resource } from '../../../spec/resources.ts'
import { describedBy, type Described } from '../../../spec/schemas/described.ts'
import { possiblePropertiesOf } from '../../../spec/schemas/properties.ts'
import { resolveRef } from '../../../spec/schemas/subschemas.ts'
import { enumValues, isNumeric, typesOf } from '../../../spec/schemas/types.ts'
import { getOrInsertComputed, perName } from '../../../spec/util/memo.ts'
import { words } from '../../data/build/place.ts'
import { tellsOfErrors } from '../../data/realistic/errors.ts'
import { likelihoodOf } from '../../data/realistic/likelihood.ts'
import type { CrudOptions } from '../options.ts'
import type { Property } from '../records/record-type.ts'
import { describedStart } from './described-start.ts'
import { isProgress } from './progress.ts'

/** Names of properties that are set when something has happened to the record. */
const laterName =
  /\b(?:delet|trash|lock|archiv|cancel|clos|complet|finish|resolv|revok|suspend|bann|terminat|expir|ship|deliver|return|paid|sent)/
/** Names of counts. */
const countName =
  /^(?:num|n(?:umber|o) of|count of) |\b(?:count|total|number|likes|views|followers|visits|attempts|retries|replies|comments)$|\b(?:sold|used|booked|reserved|redeemed|claimed|held)$|^(?:received|uploaded|transferred) bytes$|^bytes (?:received|uploaded|transferred)$/
/** Names of how often something was used. */
const usesName = /^(?:times used|uses|usages|redemptions)$/
/** Names of counts of what others do with a record, or add to it. */
const reactionName =
  /^(?:up|down)?(?:votes|likes|views|followers|stars|forks|watchers|subscribers|downloads|comments|replies|shares|favou?rites)$|\b(?:vote|like|view|follower|star|fork|watcher|subscriber|download|comment|reply|share|favou?rite|task|issue|member|child|children) ?s? count$/
/** Names of amounts that grow with what happens to the record. */
const sumName =
  /^(?:(?:current |total |amount )?(?:spent|used|paid|raised|received|collected|consumed|redeemed|refunded|captured|capturable)(?: amount| total)?|(?:current |account )?balance|(?:total )?discount(?: amount| total)?)$/
/** Descriptions of what adds up, which has not begun: "Sum of the refunds". */
const sumOfOthers = /^(?:the )?(?:sum|total) of (?:all )?(?:the |its )?\w+(?: \w+){0,3}\.?$/i
/** Descriptions of what is counted once something has happened: "Number of places that are taken". */
const countOfOthers =
  /^(?:the )?(?:number|count) of \w+(?: \w+)? (?:that|which|who) (?:are|were|have been|have) (?:already )?(?!not\b)(?:\w+(?:ed|en)|sold|paid|spent|sent)\b/i
/** Descriptions of how often something has been done: "Number of times renewed". */
const timesDone =
  /^(?:the )?(?:number of times|how often|how many times) (?!.*\b(?:may|can|allowed|at most|maximum)\b)/i
/** States in which records usually begin. */
const firstState =
  /^(?:new|opene?d?|pending|draft|idle|to ?do|created|queued|backlog|submitted|scheduled|requested|registered|received|waiting|planned|not started|unpaid|unread|active|available|in stock|free|unassigned|enabled|normal|medium|standard|default|requires payment method)$/

/** Those of them that an action may lead to from an earlier one. */
const laterState = /^(?:opened|submitted|scheduled|requested|registered|received)$/
const noStates: ReadonlySet<string> = new Set()

/** Whether a number counts what others do with a record: nobody sends that of a new one. */
export const isReaction = (name: string, types: ReturnType<typeof typesOf>): boolean =>
  isNumeric(types) && reactionName.test(words(name))

/** Whether records usually begin in a state. */
export const isFirstState = (state: Json): boolean =>
  typeof state === 'string' && firstState.test(words(state))

/**
 * The value of a timestamp that a change sets, such as `createdAt`, `updatedAt` or `cancelledAt`; undefined for other properties.
 * @param newStates the states that the record enters: `cancelled`
 * @param reached the states that actions lead to, in which records do not begin
 */
export function timestampOf(
  { name, instant, isCertain, events }: Property,
  now: Date,
  isNew: boolean,
  newStates: ReadonlySet<string>,
  reached: ReadonlySet<string> = noStates,
): Json | undefined {
  if (instant === undefined) return undefined
  const event = timestampedEvent(name)
  // What is posted has the time of that, and perhaps that of an edit.
  const isCreation =
    (isCreationTimestamp(name) && (isCertain || !reached.has(event ?? ''))) ||
    (/^(?:timestamp|at)$/.test(name) && isCertain)
  const isDue = isCreation
    ? isNew
    : isChangeTimestamp(name) ||
      (!isNew && isEditTime(name)) ||
      // What is `open` was opened.
      [
        event ?? '',
        event?.replace(/ed$/, '') ?? '',
        ...events,
        ...statesSince(event ?? ''),
        ...statesOfTime(name),
      ].some((each) => newStates.has(each))
  const isSet = isDue || (isNew && isCertain && isEventTimestamp(name))
  return isSet ? writeInstant(instant, now) : undefined
}

/** Whether a property is named for the time of an edit, which a new record has not: `edited_timestamp`. */
const isEditTime: (name: string) => boolean = perName((name) =>
  /^(?:last )?edited timestamp$/.test(words(name)),
)

/** The states that a name such as `trashedTime`, `archiveTime` or `completed` is the time of. */
const statesOfTime: (name: string) => readonly string[] = perName((name) => {
  const [, event] = /^(\w+?)(?: time(?:stamp)?)?$/.exec(words(name)) ?? []
  return event === undefined ? [] : [event, ...pastForms([event])]
})

/** Whether the server sets an optional property only when something has happened to the record. */
export function isSetLater({ name, isRequired }: Property): boolean {
  const isEvent = isEventTimestamp(name) && !isCreationTimestamp(name) && !isChangeTimestamp(name)
  return !isRequired && (isEvent || laterName.test(words(name)) || tellsOfErrors(words(name)))
}

/**
 * Returns what tells the value of a property that was not sent; undefined if it could be anything, or stays as it was.
 *
 * @param owned names of the properties that only the server sets
 * @param given values that are known already, by name
 * @param reached the values that actions set, in which records do not begin
 */
export function createInitialValues(
  document: Document,
  owned: ReadonlySet<string>,
  given: Iterable<readonly [name: string, value: Json | undefined]>,
  reached: Reached,
): (property: Property, isNew: boolean) => Json | undefined {
  const values = new Map(given)
  return (property, isNew) => {
    const { name } = property
    const isOwned = owned.has(name)
    if (!isNew && isOwned) return undefined
    if (!values.has(name)) {
      const isState =
        isOwned ||
        isStateName(name) ||
        isSoleKind(document, property) ||
        typesOf(document, property.node).has('boolean')
      values.set(name, (isState ? initialValue : emptyValue)(document, property, reached.get(name)))
    }
    return values.get(name)
  }
}

/** The values that actions on the records of a resource set, by property: `status` to `shipped`, `published` to true. */
export type Reached = ReadonlyMap<string, ReadonlySet<Json>>

/** Reads the values that actions set from their names. */
export function reachedByActions({ document, byId }: CrudOptions, resource: Resource): Reached {
  const reached = new Map<string, Set<Json>>()
  for (const { role, operationId } of resource.operations) {
    const operation = role === 'action' ? byId.get(operationId) : undefined
    for (const { property, value } of operation
      ? stateChangesOf(document, resource.record, actionName(operation))
      : [])
      // What is idle was so before.
      if (value !== undefined && (typeof value !== 'string' || words(value) !== 'idle'))
        getOrInsertComputed(reached, property, () => new Set()).add(value)
  }
  return reached
}

/** The names of these values as states: `submitted`. */
export const statesIn = (reached: Reached): ReadonlySet<string> =>
  new Set(
    [...reached].flatMap(([property, values]) =>
      [...values].flatMap((each) => stateName(property, each) ?? []),
    ),
  )

const nothing: ReadonlySet<Json> = new Set()

/** The value of a server-assigned property in a new record: a first state, a count of 0, a flag; undefined if it could be anything. */
function initialValue(
  document: Document,
  property: Property,
  reached: ReadonlySet<Json> = nothing,
): Json | undefined {
  const { name, node, default: given } = property
  if (given !== undefined) return given
  const declared = enumValues(document, node)
  const told: Partial<Described> =
    declared.length === 0 && isStateName(name) ? describedBy(resolveRef(document, node).schema) : {}
  const values = inDescribedOrder(told.values ?? declared, schemaDescription(document, node))
  const first =
    byApi(document, property, values) ??
    firstAmong(values, reached) ??
    (isRole(name) ? values.find(isPlainRole) : undefined)
  if (first !== undefined) return first
  const empty = emptyValue(document, property)
  if (empty !== undefined) return empty
  if (values.length > 0) return values.find((each) => !reached.has(each)) ?? values[0]
  const types = typesOf(document, node)
  if (types.has('boolean'))
    return isLikelyAtFirst(words(name)) && (!reached.has(true) || isFirstState(flagOf(name)))
  if (!isNumeric(types)) return undefined
  const start = describedStart(document, node)
  if (start !== undefined) return start
  const description = schemaDescription(document, node)
  const isSum =
    sumOfOthers.test(description) ||
    (types.has('integer') && (countOfOthers.test(description) || timesDone.test(description)))
  return isSum ||
    countName.test(words(name)) ||
    usesName.test(words(name)) ||
    isReaction(name, types) ||
    isProgress(name)
    ? 0
    : undefined
}

/** The value that its description has for what clients create: "`outbound` for messages sent by the API". */
function byApi(document: Document, { node }: Property, values: readonly Json[]): Json | undefined {
  const text = values.length > 1 ? schemaDescription(document, node) : ''
  const [, value] =
    /["'`]([\w-]+)["'`] (?:for|if|when)[^"'`,.;]* (?:created|sent|made|initiated|started) (?:by|via|through|with|using|from) the (?:rest )?api\b/i.exec(
      text,
    ) ?? []
  return value !== undefined && values.includes(value) ? value : undefined
}

/** Whether a property tells what kind of record it is, which is always the same: `kind`. */
export const isSoleKind = (document: Document, { name, node }: Property): boolean =>
  /^(?:kind|type|object|resource type)$/.test(words(name)) && enumValues(document, node).length === 1

/** The flag or the state of something new; undefined for other properties. */
export const firstStateOf = (document: Document, property: Property): Json | undefined =>
  typesOf(document, property.node).has('boolean') || enumValues(document, property.node).length > 0
    ? initialValue(document, property)
    : undefined

/** Whether a flag is usually set in a new record: `isActive`, unlike `isEmailVerified`, which takes a step of its own. */
const isLikelyAtFirst = (flag: string): boolean =>
  likelihoodOf(flag) > 0.5 && !/\b(?:verified|confirmed)\b/.test(flag)

/** Values in the order of a text that mentions all of them, as "one of `open`, `paid` or `void`"; else as they are. */
function inDescribedOrder(values: readonly Json[], text: string): readonly Json[] {
  const placeOf = (value: Json): number => (typeof value === 'string' ? text.indexOf(`\`${value}\``) : -1)
  return values.every((each) => placeOf(each) >= 0)
    ? values.toSorted((one, other) => placeOf(one) - placeOf(other))
    : values
}

const isRole = (name: string): boolean => /\brole$/.test(words(name))

/** Whether it is what those are who have been given no other role. */
const isPlainRole = (role: Json): boolean =>
  typeof role === 'string' && /^(?:user|member|customer|viewer|reader|guest|student)$/.test(words(role))

/** The first state among the values of an enum; undefined if none is one in which records usually begin. */
function firstAmong(values: readonly Json[], reached: ReadonlySet<Json>): Json | undefined {
  const [first, ...others] = values.filter(isFirstState)
  if (first === undefined || !reached.has(first)) return first
  const [start = first] = values
  return (
    [...others, ...(typeof first === 'string' && laterState.test(first) ? [start] : [])].find(
      (each) => !reached.has(each),
    ) ?? first
  )
}

/** Whether a server-assigned amount of a new record is zero: what was spent or paid so far. */
export const startsAtZero = (name: string): boolean => sumName.test(amountWordsOf(name))

const oneOrMore = /\b(?:at least one|one or more|can be more than one)\b/i

const mayBeEmpty = /\bempty (?:array|list)\b/i

/** The value for "nothing was sent": null, an empty list or an object without any members; undefined if the schema allows none. */
function emptyValue(document: Document, { name, node }: Property): Json | undefined {
  const types = typesOf(document, node)
  if (types.has('null')) return isNumeric(types) && /(?: count|^current size)$/.test(words(name)) ? 0 : null
  if (types.has('object') && types.size === 1 && isFreeForm(document, node)) return {}
  if (!types.has('array') || types.size > 1) return undefined
  const { schema } = resolveRef(document, node)
  const description = schemaDescription(document, node)
  const isFilled = oneOrMore.test(description) && !mayBeEmpty.test(description)
  return isFilled || (typeof schema === 'object' && Number(schema['minItems'] ?? 0) > 0) ? undefined : []
}

/** Whether an object may have any members, such as metadata, or none. */
function isFreeForm(document: Document, node: SchemaNode): boolean {
  const { schema } = resolveRef(document, node)
  const isAny = typeof schema === 'object' && (schema['additionalProperties'] ?? false) !== false
  return isAny && possiblePropertiesOf(document, node).size === 0 && !Number(schema['minProperties'] ?? 0)
}

const tallyName =
  /^(?:total|count|done|completed?|checked|open|closed|pending|failed|passed|remaining|overdue|processed|succeeded)$/

/** Whether an object holds nothing but counts: `{total, checked}`. */
export const isTally = (value: JsonObject): boolean =>
  Object.keys(value).length > 1 &&
  Object.entries(value).every(
    ([name, count]) =>
      Number.isInteger(count) && (tallyName.test(words(name)) || countName.test(words(name))),
  )
