import type { Document, SchemaNode } from '../../../../spec/document.ts'
import { orderByAge } from '../../../../spec/inference/lists/described-order.ts'
import {
  countedNoun,
  countingSentences,
  countsInvolved,
  describedCounts,
  describedRecords,
} from '../../../../spec/inference/numbers/counts.ts'
import { schemaDescription } from '../../../../spec/inference/prose/sentences.ts'
import { singularWordsOf } from '../../../../spec/inference/prose/words.ts'
import { isIdOf, isRecordSummary } from '../../../../spec/inference/references/targets.ts'
import { isSameSchema } from '../../../../spec/inference/schemas/similarity.ts'
import { stateNamed } from '../../../../spec/inference/states/words/named-states.ts'
import { timestampedEvent } from '../../../../spec/inference/states/words/state-properties.ts'
import { isCreationTimestamp } from '../../../../spec/inference/times/timestamps.ts'
import type { Json } from '../../../../spec/json.ts'
import type { Resource } from '../../../../spec/resources.ts'
import { itemsOf, possiblePropertiesOf, requiredOf } from '../../../../spec/schemas/properties.ts'
import { enumValues, isDateTime, typesOf } from '../../../../spec/schemas/types.ts'
import type { Membership } from '../members/memberships.ts'

/**
 * A property derived from the records that belong to a record: `books` of a shelf lists them, `bookCount` counts them,
 * `averageRating` is a mean of their ratings.
 */
export interface DerivedProperty extends Membership {
  readonly property: string
  /** The number of each record that the property is the mean, or the sum, of. */
  readonly averaged?: string
  /** Whether it is the least or the greatest of them. */
  readonly extreme?: 'least' | 'greatest'
  /** The property of the owner that it is as long as there are none: the start price of an auction without bids. */
  readonly base?: string
  /** Whether it is the sum. */
  readonly isSum?: boolean
  /** Whether it is what the records have paid of the total of their owner. */
  readonly isPaid?: boolean
  /** The amount of each record that the property is the sum of, and the property that it is added to. */
  readonly summed?: { readonly property: string; readonly base: string | undefined }
  /** The values one of which records have to have to be counted: `openTicketCount`. */
  readonly state?: CountedState
  /** The time that has to lie ahead for records to be counted: `upcomingEvents`. */
  readonly ahead?: string
  /** What it tells of the latest record, and the time by which that is the latest: `lastMessage`, `latest_invoice`, `lastReplyAt`. */
  readonly latest?: Latest
  /** Names of the properties that the list shows of each record; undefined for a number. */
  readonly shown: ReadonlySet<string> | undefined
  /** Whether the list shows their ids alone. */
  readonly areIds?: boolean
  /**
   * The value if there are no such records: an empty list, 0, or null for a mean that may be null; undefined for what is absent then, such
   * as the last message.
   */
  readonly empty: Json | undefined
}

/** What is told of the latest record. */
interface Latest {
  readonly shows: 'record' | 'id' | 'time'
  /** The property with the time by which it is the latest. */
  readonly time: string
  /** Names of the properties that are shown of the record. */
  readonly names: readonly string[]
}

/** A property, and the values with which records are counted. */
export interface CountedState {
  readonly property: string
  readonly values: readonly Json[]
}

export type Memberships = ReadonlyMap<string, Membership>
export type Derivation = Omit<DerivedProperty, 'property' | 'empty'>

/** What a number counts, by its name or else by its description: all members, or those in a state. */
export function countOf(
  document: Document,
  memberships: Memberships,
  property: string,
  node: SchemaNode,
): Derivation | undefined {
  if (!typesOf(document, node).has('integer')) return undefined
  const nouns = [countedNoun(property) ?? singularWordsOf(property), ...describedCounts(document, node)]
  const counts = nouns.flatMap((noun): readonly Derivation[] => {
    const membership = memberships.get(noun) ?? joinedNoun(memberships, noun)
    if (membership) return [{ ...membership, shown: undefined }]
    const counted = inState(document, memberships, noun)
    return counted ? [counted] : []
  })
  const about = countingSentences(document, node).flatMap(
    (sentence) => derivationOf(document, memberships, sentence) ?? [],
  )
  const restricted = about.find(
    ({ state, by }) => state !== undefined || !counts.some((each) => each.by === by),
  )
  if (restricted) return restricted
  if (counts.length === 0) {
    const [only, ...others] = nouns.flatMap((noun) => stateCounts(document, memberships, noun))
    if (only && others.length === 0) return only
    const involved = [...memberships].filter(([noun]) => countsInvolved(document, node, noun))
    const [sole, ...more] = new Set(involved.map(([, membership]) => membership))
    if (sole && more.length === 0) return { ...sole, shown: undefined }
  }
  // A description may restrict what the name says: `cardCount` is the number of active cards.
  return counts.find(({ state }) => state !== undefined) ?? counts[0]
}

/** The members whose noun is written as one word: `devicetype_count`. */
const joinedNoun = (memberships: Memberships, noun: string): Membership | undefined =>
  [...memberships].find(([each]) => each.includes(' ') && each.replaceAll(' ', '') === noun)?.[1]

/** Counts of the members in a state that alone is named: `unreadCount`. */
function stateCounts(document: Document, memberships: Memberships, words: string): readonly Derivation[] {
  return [...new Set(memberships.values())].flatMap((membership) => {
    const state = stateOf(document, membership, words)
    return state ? [{ ...membership, shown: undefined, state }] : []
  })
}

/** The latest of the members, if that is what a property is named or described as. */
export function latestOf(
  document: Document,
  owner: Resource,
  memberships: Memberships,
  property: string,
  node: SchemaNode,
): Derivation | undefined {
  const types = typesOf(document, node)
  const ofEvent = types.has('null') ? latestEvent(document, memberships, node) : undefined
  if (ofEvent) return ofEvent
  const noun = latestNoun(singularWordsOf(property))
  if (noun === undefined || !(types.has('null') || !requiredOf(document, owner.record).has(property)))
    return undefined
  const reference = owner.references.find((each) => each.property === property)
  const isShown = ({ member }: Membership): boolean => isSameSchema(document, node, member.record)
  const found = [...memberships].filter(([each, { member }]) =>
    reference ? member.name === reference.resource && endsWith(each, noun) : each === noun,
  )
  const [membership, ...others] = new Set(found.map(([, each]) => each))
  const time = membership && timeOf(document, membership.member)
  const isTime = isDateTime(document, node)
  if (!membership || others.length > 0 || time === undefined) return undefined
  const isRecord = reference ? reference.idProperty !== undefined : isShown(membership)
  if (!reference && !isTime && !isRecord) return undefined
  const shows = isRecord ? 'record' : isTime && !reference ? 'time' : 'id'
  const names = [...possiblePropertiesOf(document, node).keys()]
  return { ...membership, shown: undefined, latest: { shows, time, names } }
}

/** The latest time of an event that the members have the times of: "When the customer last ordered", of orders with `orderedAt`. */
function latestEvent(document: Document, memberships: Memberships, node: SchemaNode): Derivation | undefined {
  const event = isDateTime(document, node)
    ? /^when (?:the (?:last|latest) (?:\w+ )+?(?:was|were|is)|(?:the |an? )?\w+ last) (\w+)\b/i.exec(
        schemaDescription(document, node),
      )?.[1]
    : undefined
  const found = [...new Set(memberships.values())].flatMap((membership) =>
    [...possiblePropertiesOf(document, membership.member.record)].flatMap(([time, each]) =>
      timestampedEvent(time) === event?.toLowerCase() && isDateTime(document, each)
        ? [{ ...membership, shown: undefined, latest: { shows: 'time' as const, time, names: [] } }]
        : [],
    ),
  )
  return event !== undefined && found.length === 1 ? found[0] : undefined
}

/** The property by which the latest of a resource's records is known. */
const timeOf = (document: Document, { record }: Resource): string | undefined =>
  orderByAge(document, record, true)?.property ??
  [...possiblePropertiesOf(document, record).keys()].find(isCreationTimestamp)

/** The noun in "last message", "latest invoice id", "last reply at". */
const latestNoun = (words: string): string | undefined =>
  /^(?:last|latest|newest|most recent) (.+?)(?: (?:id|at|time|date))?$/.exec(words)?.[1]

const endsWith = (words: string, last: string): boolean => words === last || words.endsWith(` ${last}`)

/** The records that a phrase is about, such as "issues assigned to this person that are not done". */
export function derivationOf(
  document: Document,
  memberships: Memberships,
  phrase: string,
): Derivation | undefined {
  const { noun = '', relation, state: words, isNot = false } = describedRecords(phrase) ?? {}
  const membership = memberships.get(relation === undefined ? noun : `${noun} ${relation}`)
  if (!membership && relation === undefined && words === undefined)
    return inState(document, memberships, noun)
  const state = membership && words !== undefined ? stateOf(document, membership, words, isNot) : undefined
  if (!membership || (words !== undefined && !state)) return undefined
  return { ...membership, shown: undefined, ...(state && { state }) }
}

/** Members in a state that is named before them or after them: "paid orders", `tasksDone`. */
function inState(document: Document, memberships: Memberships, words: string): Derivation | undefined {
  const [, first = '', members = ''] = /^(\S+) (.+)$/.exec(words) ?? []
  const [, others = '', last = ''] = /^(.+) (\S+)$/.exec(words) ?? []
  for (const [state, noun] of [
    [first, members],
    [last, others],
  ] as const) {
    const membership = memberships.get(noun)
    const counted = membership && stateOf(document, membership, state)
    if (counted) return { ...membership, shown: undefined, state: counted }
  }
  return undefined
}

/** The values for a state of the members, or all others. */
export function stateOf(
  document: Document,
  { member: { record } }: Membership,
  words: string,
  isNot = false,
): CountedState | undefined {
  const said = words.split(/ (?:or|and|nor) /)
  const [state, ...others] = said.flatMap((each) => stateNamed(document, record, each) ?? [])
  if (!state || others.length < said.length - 1 || others.some((each) => each.property !== state.property))
    return undefined
  const { property } = state
  const values = [state, ...others].map(({ value }) => value)
  if (!isNot) return { property, values }
  const node = possiblePropertiesOf(document, record).get(property)
  const all = typeof state.value === 'boolean' ? [true, false] : node ? enumValues(document, node) : []
  return { property, values: all.filter((each) => !values.includes(each)) }
}

export function listOf(
  document: Document,
  memberships: Memberships,
  property: string,
  node: SchemaNode,
): Derivation | undefined {
  const words = singularWordsOf(property)
  const ids = idsListed(document, memberships, words, node)
  if (ids) return ids
  const membership = memberships.get(words) ?? listedAs(document, memberships, words, node)
  const shown = membership && shownOf(document, membership.member, node)
  return membership && shown ? { ...membership, shown } : undefined
}

/** The ids of those who refer to the owner: the `servers` or `server_ids` of a group. */
function idsListed(
  document: Document,
  memberships: Memberships,
  words: string,
  node: SchemaNode,
): Derivation | undefined {
  const item = typesOf(document, node).has('array') ? itemsOf(document, node) : undefined
  const membership = item && memberships.get(words.replace(/ id$/, ''))
  const { member, by } = membership ?? {}
  const isId =
    item &&
    member?.idProperty !== undefined &&
    by &&
    !typesOf(document, item).has('object') &&
    isIdOf(document, item, member)
  return membership && isId ? { ...membership, shown: new Set([member.idProperty]), areIds: true } : undefined
}

/** The only members of which a list says but what they are in short: the `records` of a zone with DNS records. */
function listedAs(
  document: Document,
  memberships: Memberships,
  words: string,
  node: SchemaNode,
): Membership | undefined {
  const item = itemsOf(document, node)
  const found = [...memberships].flatMap(([noun, membership]) =>
    item && noun.endsWith(` ${words}`) && isSameSchema(document, item, membership.member.record)
      ? [membership]
      : [],
  )
  const [only, ...others] = new Set(found)
  return others.length === 0 ? only : undefined
}

/** The properties shown of each record. Undefined unless the items of the list have the schema of the member's records or a subset of it. */
function shownOf(document: Document, member: Resource, node: SchemaNode): ReadonlySet<string> | undefined {
  const item = typesOf(document, node).has('array') ? itemsOf(document, node) : undefined
  const isSame = item && isSameSchema(document, item, member.record)
  if (!item || !(isSame || isRecordSummary(document, item, member))) return undefined
  return new Set(possiblePropertiesOf(document, item).keys())
}
