import {
  declaresStatus,
  type Document,
  type Operation,
  type Pointer,
  type SchemaNode,
} from '../../document.ts'
import type { Json } from '../../json.ts'
import { possiblePropertiesOf } from '../../schemas/properties.ts'
import { enumValues, typesOf } from '../../schemas/types.ts'
import { schemaDescription } from '../prose/sentences.ts'
import { wordsOf } from '../prose/words.ts'
import { actionName, stateChangesOf } from './action-outcome.ts'
import {
  actionNames,
  allowedIn,
  bannedIn,
  conditionIn,
  createdNounPattern,
  isExhaustive,
  isRestRefused,
  isOnceOnly,
  nounPattern,
  objectIn,
  permittedIn,
  subjectIn,
  refusalIn,
  vocabularyOf,
  type Reading,
  type Vocabulary,
} from './words/clause-patterns.ts'
import { clausesIn, clausesOf, namesState, textOf } from './words/clauses.ts'
import { isNoLonger } from './words/exclusive-states.ts'
import { resultIn, beginningIn, initialIn, createdIn } from './words/result-patterns.ts'
import { flagNames } from './words/state-names.ts'

/** The states of a record in which an operation on it is refused, according to its description. */
export interface StatePrecondition {
  /** The property that holds the state. */
  readonly property: string
  /** The states that the text names as allowed; empty if it names only states that are refused. */
  readonly allowed: readonly Json[]
  readonly refused: readonly Json[]
  /**
   * The refused states that are so without doubt: all, if the text names states as such. "A paid order" may have been shipped since, a
   * `paid` one has not; but nothing that was cancelled is still "pending".
   */
  readonly certain: readonly Json[]
  /** The declared 4xx status of the refusal. */
  readonly status: number
}

/** The state that an operation leaves a record in, according to its description. */
export interface DescribedState {
  readonly property: string
  readonly value: string
  /** The operation, or the property, whose description says so. */
  readonly pointer: Pointer
}

/** An enum property that holds the state of a record. */
interface StateProperty {
  readonly name: string
  readonly node: SchemaNode
  readonly values: readonly string[]
}

/** A property that holds a state, and the words that a text may use for its values. */
export interface NamedValues {
  readonly name: string
  readonly names: readonly string[]
  /** The value for each of the names. */
  readonly values: readonly Json[]
}

/**
 * The states in which an operation may be called: "Only a `requested` appointment can be confirmed; 409 otherwise", "Cancel an
 * order that is pending or paid", "409 when it is shipped already". Undefined if the text is ambiguous, or if no status is
 * declared for the refusal.
 */
export function statePrecondition(
  document: Document,
  record: SchemaNode,
  operation: Operation,
): StatePrecondition | undefined {
  const states = statePropertiesOf(document, record, operation).map((each) => ({
    ...each,
    names: each.values,
  }))
  const preconditions = [...states, ...flagsOf(document, record)].flatMap(
    (property) => preconditionOn(operation, property) ?? [],
  )
  return preconditions.length === 1 ? preconditions[0] : undefined
}

/** The state of a record after an action: "Status is `requested`", "Mark as paid". Undefined if ambiguous. */
export function describedState(
  document: Document,
  record: SchemaNode,
  action: Operation,
): DescribedState | undefined {
  const noun = nounPattern(action)
  const properties = statePropertiesOf(document, record, action)
  const described = properties.map((property) => ({
    ...property,
    indexes: clausesOf(action, property.values).flatMap((clause) => resultIn(clause, noun)),
    pointer: action.pointer,
  }))
  if (described.some(({ indexes }) => indexes.length > 0)) return soleState(described)
  return (
    soleState(properties.map((property) => shownState(action, property))) ??
    (stateChangesOf(document, record, actionName(action)).some(({ value }) => value !== undefined)
      ? undefined
      : soleState(properties.map((property) => repeatedState(action, property))))
  )
}

/** The state that an action is refused in since it leads there, whatever its name: a check-in, "The ticket was already used". */
function repeatedState(action: Operation, property: StateProperty): NamedStates {
  const refusal = action.responses.find(({ status }) => status === '409')
  const indexes = clausesIn(refusal?.description ?? '', property.values).flatMap((clause) =>
    [...clause.matchAll(/\balready (?:been )?[⟦⟨](\d+)[⟧⟩](?! (?:or|and) [⟦⟨])/g)].map(([, index]) =>
      Number(index),
    ),
  )
  return { ...property, indexes, pointer: refusal?.pointer ?? action.pointer }
}

/**
 * Whether a description of a response says how the request went, not what the record is like: "Success", "Request accepted". A single
 * word is about the record only if that is what the action does to it: "Published".
 */
function isAboutRequest(description: string, action: Operation): boolean {
  const [, only] = /^\W*(\w+)\W*$/.exec(description) ?? []
  return only === undefined
    ? /\b(?:operation|request|response|call|action|success\w*)\b/i.test(description)
    : !vocabularyOf(action).participles.has(only.toLowerCase())
}

/** The state that the success response of an action is described with: "The paused subscription", "The order, open again". */
function shownState(action: Operation, property: StateProperty): NamedStates {
  const success = action.responses.find(({ status }) => /^2\d\d$/.test(status))
  const [clause = '', ...others] = clausesIn(success?.description ?? '', property.values)
  const isPlain =
    others.length === 0 &&
    !isAboutRequest(success?.description ?? '', action) &&
    !/\b(?:not|no longer|or|if|unless|until|from|before|formerly)\b/.test(clause)
  const indexes = isPlain ? [...clause.matchAll(/[⟦⟨](\d+)[⟧⟩]/g)].map(([, index]) => Number(index)) : []
  return { ...property, indexes, pointer: success?.pointer ?? action.pointer }
}

/**
 * The state of a new record, as the operation that creates it describes it, or else the property: "New issues are `open`", "Starts as
 * `draft`". Undefined if ambiguous.
 */
export function initialState(
  document: Document,
  record: SchemaNode,
  create: Operation,
): DescribedState | undefined {
  const noun = createdNounPattern(create)
  return soleState(
    statePropertiesOf(document, record, create).map((property) => {
      const { values, node } = property
      const clauses = clausesOf(create, values)
      const created = create.responses.find(({ status }) => status === '201')
      const shown = clausesIn(created?.description ?? '', values).flatMap((clause) => createdIn(clause, noun))
      if (created && shown.length > 0) return { ...property, indexes: shown, pointer: created.pointer }
      // What the operation says of states may be an exception to what the property says.
      if (clauses.some(namesState)) {
        const indexes = clauses.flatMap((clause) => beginningIn(clause, noun))
        return { ...property, indexes, pointer: create.pointer }
      }
      const own = clausesIn(schemaDescription(document, node), values)
      return { ...property, indexes: own.flatMap((clause) => initialIn(clause, noun)), pointer: node.pointer }
    }),
  )
}

interface NamedStates extends StateProperty {
  /** The named ones among its values. */
  readonly indexes: readonly number[]
  readonly pointer: Pointer
}

/** The only state that is named, if it is of the only property with one. */
function soleState(found: readonly NamedStates[]): DescribedState | undefined {
  const states = found.flatMap(({ name, values, indexes, pointer }) => {
    const [index, ...others] = new Set(indexes)
    const value = index === undefined || others.length > 0 ? undefined : values[index]
    return value === undefined ? [] : [{ property: name, value, pointer }]
  })
  return states.length === 1 ? states[0] : undefined
}

/** Enum properties named `status` or the like, and those that the operation's name implies a change of. */
function statePropertiesOf(
  document: Document,
  record: SchemaNode,
  operation: Operation,
): readonly StateProperty[] {
  const changed = new Set(
    actionNames(operation).flatMap((name) =>
      stateChangesOf(document, record, name).map(({ property }) => property),
    ),
  )
  return [...possiblePropertiesOf(document, record)].flatMap(([name, node]) => {
    const values = enumValues(document, node).filter((each) => typeof each === 'string')
    const isState = /^(?:status|state|phase|stage)$/.test(wordsOf(name).at(-1) ?? '') || changed.has(name)
    return isState && values.length > 1 ? [{ name, node, values }] : []
  })
}

/** The boolean properties, which texts name as adjectives: `archived`, `unarchived`. */
export const flagsOf = (document: Document, record: SchemaNode): readonly NamedValues[] =>
  [...possiblePropertiesOf(document, record)].flatMap(([name, node]) => {
    const named = typesOf(document, node).has('boolean') ? flagNames(name) : []
    return named.length > 0
      ? [{ name, names: named.map(([each]) => each), values: named.map(([, value]) => value) }]
      : []
  })

function preconditionOn(
  operation: Operation,
  { name, names, values }: NamedValues,
): StatePrecondition | undefined {
  const done = vocabularyOf(operation).participles
  // "The invoice must be paid" is about the action itself if that is to pay it, and not to take that back.
  const isOwnOutcome = ({ isAllowed, isLiteral, states }: Reading): boolean =>
    isAllowed &&
    !isLiteral &&
    operation.method !== 'DELETE' &&
    states.some((index) => done.has(wordsOf(names[index] ?? '').join('')))
  const clauses = clausesOf(operation, names)
  const isComplete = clauses.some((clause) => isExhaustive.test(clause))
  const stated = readingsOf(operation, names).filter((each) => !isOwnOutcome(each))
  const found = stated.length === 0 && isComplete ? objectOf(operation, names) : stated
  // Where the text says which records are refused, what becomes of some of the others does not exclude the rest.
  const refuses = found.some(({ isAllowed }) => !isAllowed)
  const readings = found.filter(({ isEffect }) => !refuses || isEffect !== true)
  const permitted = isComplete ? clauses.flatMap((each) => permittedIn(each, vocabularyOf(operation))) : []
  const valuesOf = ({ states }: Reading): readonly Json[] => states.flatMap((index) => values[index] ?? [])
  const [first, ...others] = readings.filter(({ isAllowed }) => isAllowed)
  const allowed = new Set([...(first ? [first] : []), ...permitted].flatMap(valuesOf))
  const excluded = new Set(readings.flatMap((each) => (each.isAllowed ? [] : valuesOf(each))))
  const isConsistent =
    others.every((each) => isSame(new Set(first && valuesOf(first)), new Set(valuesOf(each)))) &&
    [...allowed].every((each) => !excluded.has(each))
  const all = [...new Set(values)]
  const refused = all.filter((each) => (first ? !allowed.has(each) : excluded.has(each)))
  const status = refusalStatus(operation, readings)
  if (!isConsistent || status === undefined || refused.length === 0 || refused.length === all.length)
    return undefined
  const isListed = (first?.states.length ?? 0) > 1 && clauses.some((each) => isRestRefused.test(each))
  const isLiteral = first?.isLiteral === true || typeof all[0] === 'boolean' || isComplete || isListed
  const isCertain = (each: Json): boolean =>
    excluded.has(each) ||
    isMadeOnce(operation, names[values.indexOf(each)]) ||
    [...allowed].every((other) => isNoLonger(other, each))
  const certain = isLiteral ? refused : refused.filter(isCertain)
  return { property: name, allowed: [...allowed], refused, certain, status }
}

/** Whether a state is that of a record of which the operation has made another: "Convert a quote", 201, of a `converted` one. */
const isMadeOnce = (operation: Operation, state = ''): boolean =>
  operation.responses.some(({ status }) => status === '201') &&
  vocabularyOf(operation).participles.has(wordsOf(state).join(' '))

const isSame = (one: ReadonlySet<Json>, other: ReadonlySet<Json>): boolean =>
  one.size === other.size && [...one].every((each) => other.has(each))

/** What the operation's own texts, and the descriptions of its 409 and 422, say about the states. */
function readingsOf(operation: Operation, values: readonly string[]): readonly Reading[] {
  const vocabulary = vocabularyOf(operation)
  const ofOperation = clausesOf(operation, values).flatMap((clause) => [
    ...allowedIn(clause, vocabulary),
    ...conditionIn(clause, vocabulary),
    ...bannedIn(clause, vocabulary),
    ...(isOnceOnly(clause, vocabulary) ? [bannedAfter(vocabulary, values)] : []),
  ])
  const ofRefusals = operation.responses
    .filter(({ status }) => status === '409' || status === '422')
    .flatMap(({ status, description }) =>
      clausesIn(description, values).flatMap((clause) => [
        ...allowedIn(clause, vocabulary),
        ...bannedIn(clause, vocabulary),
        ...refusalIn(clause, vocabulary, Number(status)),
      ]),
    )
  const readings = [...ofOperation, ...ofRefusals]
  if (readings.some(({ isAllowed }) => isAllowed) || !isRefusedByState(operation)) return readings
  const [object] = [operation.summary, operation.description].flatMap((text = '') =>
    clausesIn(text, values)
      .slice(0, 1)
      .flatMap((clause) => objectIn(withVerb(clause, vocabulary, values), vocabulary)),
  )
  // "Void an open invoice. Paid invoices cannot be voided."
  const isBanned = object?.states.some((index) => readings.some(({ states }) => states.includes(index)))
  return object && isBanned !== true ? [...readings, object] : readings
}

/** The states of the records that an action is for, where a text refuses the others: "Schedules an article in review. 409 in other states." */
const objectOf = (operation: Operation, values: readonly string[]): readonly Reading[] => {
  const vocabulary = vocabularyOf(operation)
  const found = clausesOf(operation, values).flatMap((clause) =>
    subjectIn(withVerb(clause, vocabulary, values), vocabulary),
  )
  return found.slice(0, 1)
}

/**
 * A clause whose first word is that of the action, even if it is also the name of a state, "Void an open invoice", or has a particle,
 * "Check in a confirmed guest".
 */
const withVerb = (clause: string, { verbs }: Vocabulary, values: readonly string[]): string =>
  clause
    .replace(/^⟨(\d+)⟩/, (marked, index) => {
      const name = wordsOf(values[Number(index)] ?? '').join(' ')
      return verbs.has(name) ? name : marked
    })
    .replace(/^(\w+)[ -](?:in|out|off|up|back|down) (?=an? |the )/, '$1 ')

/** Whether an operation declares a conflict that may be with the state of the record: not one with another record. */
export const isRefusedByState = ({ responses }: Operation): boolean =>
  responses.some(
    ({ status, description }) =>
      status === '409' && !/\b(?:exists?|taken|duplicate|unique|in use|version|stale)\b/i.test(description),
  )

/** The states that the action leads to, as those in which it is refused. */
const bannedAfter = ({ participles }: Vocabulary, values: readonly string[]): Reading => ({
  isAllowed: false,
  states: [...values.keys()].filter((index) => participles.has(wordsOf(values[index] ?? '').join(''))),
  isLiteral: true,
})

/** The first declared one of: the statuses that the text names, 409, 422. */
function refusalStatus(operation: Operation, readings: readonly Reading[]): number | undefined {
  const otherwise = /\b(4\d\d)\b(?=[^.;]*\b(?:otherwise|else|if not)\b)/.exec(textOf(operation))
  const named = [...readings.map(({ status }) => status), otherwise ? Number(otherwise[1]) : undefined]
  return (
    named.find((status) => status !== undefined && declaresStatus(operation, status)) ??
    [409, 422].find((wanted) => operation.responses.some(({ status }) => status === String(wanted)))
  )
}
