import { getOrInsertComputed } from '../../../spec/util/memo.ts'
import type { Document, SchemaNode } from '../../../spec/document.ts'
import {
  averagedNoun,
  countedNoun,
  describedCounts,
  describedRecords,
} from '../../../spec/inference/records/counts.ts'
import { describedSum } from '../../../spec/inference/records/described-sums.ts'
import { pastForms } from '../../../spec/inference/states/action-outcome.ts'
import { stateNamed } from '../../../spec/inference/states/named-states.ts'
import { referencedIds } from '../../../spec/inference/references/referenced-ids.ts'
import { isRecordSummary } from '../../../spec/inference/references/targets.ts'
import { singularNounOf, singularWordsOf } from '../../../spec/inference/prose/words.ts'
import { memberNamed, type Json, type JsonObject } from '../../../spec/json.ts'
import { escapeToken } from '../../../spec/json/pointer.ts'
import { itemsOf, possiblePropertiesOf } from '../../../spec/schemas/properties.ts'
import { resolveRef } from '../../../spec/schemas/subschemas.ts'
import { enumValues, isNumeric, typesOf } from '../../../spec/schemas/types.ts'
import type { Reference, Resource } from '../../../spec/resources.ts'
import { normalizedSentences, schemaDescription } from '../../../spec/inference/prose/sentences.ts'
import { amountIn } from '../../../spec/util/amount.ts'
import type { Id, ListQuery } from '../../store/store.ts'
import type { CrudOptions } from '../options.ts'
import { idOf } from '../records/identity.ts'
import { recordTypeOf } from '../records/record-type.ts'
import { isSettable } from '../records/settable.ts'
import { childrenOf, referring } from '../resource-index.ts'

/** How records belong to a record of another resource: they are nested below it, or refer to it. */
export interface Membership {
  readonly member: Resource
  /** The reference to the owner; undefined for nested records. */
  readonly by: Reference | undefined
}

/**
 * A property derived from the records that belong to a record: `books` of a shelf lists them, `bookCount` counts them,
 * `averageRating` is a mean of their ratings.
 */
export interface DerivedProperty extends Membership {
  readonly property: string
  /** The number of each record that the property is the mean, or the sum, of. */
  readonly averaged?: string
  /** Whether it is the sum. */
  readonly isSum?: boolean
  /** The amount of each record that the property is the sum of, and the property that it is added to. */
  readonly summed?: { readonly property: string; readonly base: string | undefined }
  /** The values one of which records have to have to be counted: `openTicketCount`. */
  readonly state?: CountedState
  /** Names of the properties that the list shows of each record; undefined for a number. */
  readonly shown: ReadonlySet<string> | undefined
  /** The value if there are no such records: an empty list, 0, or null for a mean that may be null. */
  readonly empty: Json
}

/** A property, and the values with which records are counted. */
interface CountedState {
  readonly property: string
  readonly values: readonly Json[]
}

const derivedProperties = new WeakMap<Resource, readonly DerivedProperty[]>()

/** The derived properties of a resource. Properties that clients can set are not derived. */
export function derivedPropertiesOf(options: CrudOptions, resource: Resource): readonly DerivedProperty[] {
  return getOrInsertComputed(derivedProperties, resource, () => findDerivedProperties(options, resource))
}

function findDerivedProperties(options: CrudOptions, resource: Resource): readonly DerivedProperty[] {
  const memberships = membershipsOf(options, resource)
  if (memberships.size === 0) return []
  const { document } = options
  const derived = [...possiblePropertiesOf(document, resource.record)].flatMap(
    ([property, node]): readonly DerivedProperty[] => {
      const derivation =
        countOf(document, memberships, property, node) ??
        meanOf(document, memberships, property, node) ??
        sumOf(document, memberships, node) ??
        amountSumOf(document, resource, memberships, node) ??
        listOf(document, memberships, property, node)
      if (!derivation || isSettable(options, resource, property)) return []
      const mayBeNull =
        derivation.averaged !== undefined && !derivation.isSum && typesOf(document, node).has('null')
      return [{ ...derivation, property, empty: derivation.shown ? [] : mayBeNull ? null : 0 }]
    },
  )
  // A count next to a list in the same record counts that list, which may not be derived.
  const lists = new Set(derived.flatMap(({ property, shown }) => (shown ? [property] : [])))
  const { counts } = recordTypeOf(document, resource.record)
  const otherCounts = new Set(counts.flatMap(([count, list]) => (lists.has(list) ? [] : [count])))
  return derived.filter(({ property }) => !otherCounts.has(property))
}

type Memberships = ReadonlyMap<string, Membership>
type Derivation = Omit<DerivedProperty, 'property' | 'empty'>

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
    const membership = memberships.get(noun)
    if (membership) return [{ ...membership, shown: undefined }]
    const [first = '', ...rest] = noun.split(' ')
    const counted = memberships.get(rest.join(' '))
    const state = counted && stateOf(document, counted, first)
    return counted && state ? [{ ...counted, shown: undefined, state }] : []
  })
  const about = normalizedSentences(schemaDescription(document, node)).flatMap(
    (sentence) => derivationOf(document, memberships, sentence) ?? [],
  )
  const restricted = about.find(
    ({ state, by }) => state !== undefined || !counts.some((each) => each.by === by),
  )
  if (restricted) return restricted
  // A description may restrict what the name says: `cardCount` is the number of active cards.
  return counts.find(({ state }) => state !== undefined) ?? counts[0]
}

/** The records that a phrase is about, such as "issues assigned to this person that are not done". */
function derivationOf(document: Document, memberships: Memberships, phrase: string): Derivation | undefined {
  const { noun = '', relation, state: words, isNot = false } = describedRecords(phrase) ?? {}
  const membership = memberships.get(relation === undefined ? noun : `${noun} ${relation}`)
  const state = membership && words !== undefined ? stateOf(document, membership, words, isNot) : undefined
  if (!membership || (words !== undefined && !state)) return undefined
  return { ...membership, shown: undefined, ...(state && { state }) }
}

/** The values for a state of the members, or all others. */
function stateOf(
  document: Document,
  { member: { record } }: Membership,
  words: string,
  isNot = false,
): CountedState | undefined {
  const state = stateNamed(document, record, words)
  if (!state) return undefined
  const { property, value } = state
  if (!isNot) return { property, values: [value] }
  const node = possiblePropertiesOf(document, record).get(property)
  const all = typeof value === 'boolean' ? [true, false] : node ? enumValues(document, node) : []
  return { property, values: all.filter((each) => each !== value) }
}

/** Whether a record is in one of the states that are counted, if only these are. */
export const isCounted = (state: CountedState | undefined, record: JsonObject): boolean =>
  state === undefined || state.values.includes(record[state.property] ?? null)

const sum =
  /^ (?:the )?(?:(?<base>.+?) plus )?(?:the )?(?:(?:sum|total) of )?(?:all |the )*(?<amount>\w+(?: \w+)?) of (?:all |the |it )*(?<noun>.+?) $/

/** What an amount is the sum of, by its description: "The opening balance plus the amounts of all transactions". */
function amountSumOf(
  document: Document,
  owner: Resource,
  memberships: Memberships,
  node: SchemaNode,
): Derivation | undefined {
  const [sentence = '', ...others] = normalizedSentences(schemaDescription(document, node)).filter(
    (each) => each.trim() !== '',
  )
  const { base: baseWords, amount = '', noun = '' } = sum.exec(sentence)?.groups ?? {}
  const [first = '', ...rest] = noun.split(' ')
  const membership = memberships.get(noun) ?? memberships.get(rest.join(' '))
  if (!membership || others.length > 0) return undefined
  const { member } = membership
  const state = memberships.has(noun) ? undefined : stateOf(document, membership, first)
  const property = [...possiblePropertiesOf(document, member.record).keys()].find(
    (name) => singularWordsOf(name) === amount,
  )
  const base = [...possiblePropertiesOf(document, owner.record).keys()].find(
    (name) => singularWordsOf(name) === baseWords,
  )
  const isClear = property !== undefined && (baseWords === undefined) === (base === undefined)
  if (!isClear || (state === undefined && !memberships.has(noun))) return undefined
  return { ...membership, shown: undefined, summed: { property, base }, ...(state && { state }) }
}

/** The part of a sum that a record adds to it. */
export const addedBy = (
  { summed, state }: Pick<DerivedProperty, 'summed' | 'state'>,
  record: JsonObject | undefined,
): number =>
  record === undefined || !isCounted(state, record) ? 0 : (amountIn(record[summed?.property ?? '']) ?? 0)

/** What a number is the mean of, by its name: `averageRating` of the `rating` of reviews. */
function meanOf(
  document: Document,
  memberships: Memberships,
  property: string,
  node: SchemaNode,
): Derivation | undefined {
  const averaged = isNumeric(typesOf(document, node)) ? averagedNoun(property) : undefined
  if (averaged === undefined) return undefined
  const means = [...new Set(memberships.values())].flatMap((membership) => {
    const number = numberNamed(document, membership.member, averaged)
    return number === undefined ? [] : [{ ...membership, shown: undefined, averaged: number }]
  })
  return means.length === 1 ? means[0] : undefined
}

/** What a number is the sum of, by its description: "Sum of the amounts of all entries". */
export function sumOf(
  document: Document,
  memberships: Memberships,
  node: SchemaNode,
): Derivation | undefined {
  for (const [noun, membership] of memberships) {
    const averaged = describedSum(document, node, noun, membership.member.record)
    if (averaged !== undefined) return { ...membership, shown: undefined, averaged, isSum: true }
  }
  const [sentence = '', ...others] = normalizedSentences(schemaDescription(document, node))
  const summed = others.some((each) => each.trim() !== '') ? undefined : summedIn.exec(sentence)?.[1]
  return summed === undefined || !isNumeric(typesOf(document, node))
    ? undefined
    : (sumOfNumber(document, memberships, summed) ?? sumOfAmounts(document, memberships, summed))
}

const summedIn = /^ (?:the )?(?:sum|total) of (?:all )?(?:the )?(.+?) $/

/** "Points of the issues that are not done", or a number that only one kind of records has: "logged minutes". */
function sumOfNumber(document: Document, memberships: Memberships, words: string): Derivation | undefined {
  const [, named = '', phrase] = /^(\w+) of (?:all |it |the )*(.+)$/.exec(words) ?? []
  const about = phrase === undefined ? undefined : derivationOf(document, memberships, ` ${phrase} `)
  const number = about && numberNamed(document, about.member, named)
  if (about && number !== undefined) return { ...about, averaged: number, isSum: true }
  const name = words.replace(/^\w+ed /, '')
  const sums = [...new Set(memberships.values())].flatMap((membership) => {
    const only = numberNamed(document, membership.member, name)
    return only === undefined ? [] : [{ ...membership, shown: undefined, averaged: only, isSum: true }]
  })
  return sums.length === 1 ? sums[0] : undefined
}

/** "Paid orders", by the total or the amount of each. */
function sumOfAmounts(document: Document, memberships: Memberships, words: string): Derivation | undefined {
  const [first = '', ...rest] = words.split(' ')
  const membership = memberships.get(words) ?? memberships.get(rest.join(' '))
  const isRestricted = membership && !memberships.has(words)
  const state = isRestricted ? stateOf(document, membership, first) : undefined
  const number =
    membership &&
    ['total', 'amount'].flatMap((name) => numberNamed(document, membership.member, name) ?? [])[0]
  if (!membership || number === undefined || (isRestricted && !state)) return undefined
  return { ...membership, shown: undefined, averaged: number, isSum: true, ...(state && { state }) }
}

function numberNamed(document: Document, { record }: Resource, noun: string): string | undefined {
  return [...possiblePropertiesOf(document, record)].find(
    ([name, node]) => singularWordsOf(name) === noun && isNumeric(typesOf(document, node)),
  )?.[0]
}

function listOf(
  document: Document,
  memberships: Memberships,
  property: string,
  node: SchemaNode,
): Derivation | undefined {
  const membership = memberships.get(singularWordsOf(property))
  const shown = membership && shownOf(document, membership.member, node)
  return membership && shown ? { ...membership, shown } : undefined
}

/** The memberships in records of the owner, by the noun for the members. Ambiguous memberships are left out. */
export function membershipsOf(
  { document, model, byId }: CrudOptions,
  owner: Resource,
): ReadonlyMap<string, Membership> {
  const nested = childrenOf(model, owner).filter(
    ({ kind, scope }) => kind === 'collection' && scope.length === owner.scope.length + 1,
  )
  const byReference = referring(model, owner).flatMap((member) => {
    const isInReach = member === owner || (member.scope.length === 0 && owner.scope.length === 0)
    const properties = possiblePropertiesOf(document, member.record)
    const toOwner = member.references.filter(({ property, resource }) => {
      const node = properties.get(property)
      const isSingle = node !== undefined && !typesOf(document, node).has('array')
      return resource === owner.name && isSingle
    })
    const ids = toOwner.filter(({ idProperty }) => idProperty === undefined)
    // A record may have both the id of its owner and an embedded copy.
    const [by, ...others] = ids.length > 0 ? ids : toOwner
    if (!isInReach || !by) return []
    return others.length === 0 ? [{ member, by }] : ids.map((each) => ({ member, by: each, isOneOf: true }))
  })
  return new Map(
    [...byReference, ...nested.map((member) => ({ member, by: undefined }))].flatMap((membership) =>
      nounsFor(membership, owner, byId).map((noun) => [noun, membership] as const),
    ),
  )
}

/** The nouns for the members, with the participle for how they belong to the owner if they do so in several ways. */
function nounsFor(
  { member, by, isOneOf = false }: Membership & { readonly isOneOf?: boolean },
  owner: Resource,
  byId: CrudOptions['byId'],
): readonly string[] {
  const [noun, ownerNoun] = [singularNounOf(member.name), singularNounOf(owner.name)]
  if (isOneOf) return participlesFor(by?.property ?? '').map((each) => `${noun} ${each}`)
  if (member !== owner)
    return [noun, ...(noun.startsWith(`${ownerNoun} `) ? [noun.slice(ownerNoun.length + 1)] : [])]
  const listed = member.operations.flatMap(({ role, within, operationId }) => {
    const [only, ...others] = within
    const isBelow = role === 'list' && others.length === 0 && only?.property === by?.property
    return isBelow && only ? singularNounOf(byId.get(operationId)?.path ?? '') : []
  })
  return [...listed, 'child', 'reply', 'report', 'direct report', 'subordinate', `sub ${noun}`, `sub${noun}`]
}

/** The participles for a reference to a person: `assigned` for `assigneeId`, `reported` for `reporterId`. */
function participlesFor(property: string): readonly string[] {
  const noun = singularWordsOf(property).replace(/ id$/, '')
  const stem = noun.replace(/(?:ee|er|or)$/, '')
  return noun === 'author' ? ['written', 'authored'] : [...pastForms([stem]), ...pastForms([`${stem}e`])]
}

/**
 * The properties shown of each record, without those that embed further records. Undefined unless the items of the list have
 * the schema of the member's records or a subset of it.
 */
function shownOf(document: Document, member: Resource, node: SchemaNode): ReadonlySet<string> | undefined {
  const item = typesOf(document, node).has('array') ? itemsOf(document, node) : undefined
  const isSame = item && resolveRef(document, item).pointer === resolveRef(document, member.record).pointer
  if (!item || !(isSame || isRecordSummary(document, item, member))) return undefined
  const embedding = new Set(
    member.references.flatMap(({ property, idProperty }) => (idProperty ? [property] : [])),
  )
  return new Set([...possiblePropertiesOf(document, item).keys()].filter((name) => !embedding.has(name)))
}

/** The query for the records that belong to the owner with an id. */
export function membersQuery(
  { by, state }: Membership & Pick<DerivedProperty, 'state'>,
  ownerId: Id,
): Pick<ListQuery, 'where'> {
  const where = state ? [state] : []
  if (!by) return where.length === 0 ? {} : { where }
  const { property, idProperty } = by
  const path = idProperty === undefined ? property : `/${[property, idProperty].map(escapeToken).join('/')}`
  return { where: [{ property: path, values: [ownerId] }, ...where] }
}

/** The mean, or the sum, of a number of records, with two decimals; undefined if it is a mean and none of them has it. */
export function meanIn(
  records: readonly JsonObject[],
  { averaged = '', isSum = false, state }: Pick<DerivedProperty, 'averaged' | 'isSum' | 'state'>,
): number | undefined {
  const counted = records.filter((each) => isCounted(state, each))
  const numbers = counted.flatMap(({ [averaged]: value }) => (typeof value === 'number' ? [value] : []))
  const sum = numbers.reduce((partial, each) => partial + each, 0)
  return isSum ? rounded(sum) : meanOfSum(sum, numbers.length)
}

/** The mean of numbers with this sum, with two decimals; undefined if there are none. */
export const meanOfSum = (sum: number, count: number): number | undefined =>
  count === 0 ? undefined : rounded(sum / count)

/** A number with two decimals. */
export const rounded = (value: number): number => Math.round(value * 100) / 100

/** The id of the owner that a record refers to. */
export const ownerIdOf = (by: Reference, record: JsonObject | undefined): Id | undefined =>
  idOf(referencedIds(record?.[by.property], by)[0])

/** What a derived list shows of a record, without the derived lists of the record itself. */
export function derivedItem(
  options: CrudOptions,
  { member, shown }: DerivedProperty,
  record: JsonObject,
): JsonObject {
  const lists = new Set(
    derivedPropertiesOf(options, member).flatMap((derived) => (derived.shown ? [derived.property] : [])),
  )
  return pick(
    record,
    [...(shown ?? [])].filter((name) => !lists.has(name)),
  )
}

/** The members with these names, in this order. */
export function pick(record: JsonObject, names: readonly string[]): JsonObject {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = memberNamed(record, name)
      return value === undefined ? [] : [[name, value] as const]
    }),
  )
}
