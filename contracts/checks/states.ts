import type { Json } from '../../spec/json.ts'
import { describeAnswer } from '../answer.ts'
import { show } from '../answers/compare.ts'
import type { Check, Violation } from '../check.ts'
import type { Answer } from '../interaction.ts'

export type StateEvidence =
  /** A new record is not in the initial state that the document declares. */
  | Observed<'begins'>
  /** An action was accepted in a state in which it has to be refused. */
  | Attempted<'taken'>
  /** An action was refused because of the state, in one that allows it. */
  | Attempted<'refused'>
  /** The response to an action shows a new state, but a read shows the old one. */
  | Observed<'unseen'>
  /** The response to an action shows the old state, but a read shows the one that the document declares. */
  | Observed<'outdated'>
  /** An action left a record in its old state, although the document declares another. */
  | Observed<'stays'>
  /** An action left the flag that it is named after as it was: `archived` after `archive`. */
  | Observed<'flag'>
  /** After an action, a property has no value that the action sets according to the document. */
  | Unset
  /** After an action, a property that had no value before does not have the one that the action was sent. */
  | Unrecorded
  /** After an action, a property still has the value that the action clears according to the document. */
  | Uncleared

interface Observed<Kind> {
  readonly kind: Kind
  /** The property that holds the state. */
  readonly property: string
  readonly expected: string
  /** The state that was read. */
  readonly actual: string
  /** Pointer to the operation, or the property, that declares the state. */
  readonly pointer: string
}

interface Unset {
  readonly kind: 'unset'
  readonly property: string
  /** Null, or undefined if the record lacks the property. */
  readonly actual: Json | undefined
  /** False if only the name of the property says so. */
  readonly isDescribed?: boolean
  /** Pointer to the operation of the action. */
  readonly pointer: string
}

interface Unrecorded {
  readonly kind: 'unrecorded'
  readonly property: string
  readonly expected: Json
  readonly actual: Json | undefined
  /** Pointer to the operation of the action. */
  readonly pointer: string
}

interface Uncleared {
  readonly kind: 'uncleared'
  readonly property: string
  readonly actual: Json
  /** Pointer to the operation of the action. */
  readonly pointer: string
}

interface Attempted<Kind> {
  readonly kind: Kind
  readonly answer: Answer
  /** The property that holds the state, and the state before the action. */
  readonly property: string
  readonly state: string
  /** Pointer to the operation of the action. */
  readonly pointer: string
}

/** Records are in the states that the document declares, and actions are possible in those that it names. */
export const states: Check<StateEvidence> = {
  id: 'states',
  title: 'State transitions follow the document',
  severity: 'error',
  requirement: 'OpenAPI 3.0.4 §4.7.10: the description of an operation defines its behaviour',
  judge: (evidence) => [violationOf(evidence)],
}

function violationOf(evidence: StateEvidence): Violation {
  if (evidence.kind === 'taken' || evidence.kind === 'refused') return ofAttempt(evidence)
  if (evidence.kind === 'unset') return ofUnset(evidence)
  if (evidence.kind === 'unrecorded') return ofUnrecorded(evidence)
  if (evidence.kind === 'uncleared') return ofUncleared(evidence)
  const { kind, property, expected, actual, pointer } = evidence
  if (kind === 'unseen')
    return {
      cause: kind,
      expected: `${property} = ${expected}, as in the response to the action`,
      actual: `${property} = ${actual}, as before`,
      requirement: 'RFC 9110 §15.3.1: the content of 200 to POST is the result of the action',
    }
  if (kind === 'outdated')
    return {
      cause: kind,
      expected: `${property} = ${expected} in the response to the action, as a read shows afterwards`,
      actual: `${property} = ${actual}, as before`,
      requirement: 'RFC 9110 §15.3.1: the content of 200 to POST is the result of the action',
    }
  if (kind === 'flag')
    return {
      cause: `${kind} ${property}`,
      expected: `${property} = ${expected} after the action`,
      actual: `${property} = ${actual}`,
      severity: 'warning',
      requirement: 'Convention: an action sets the property that is named after it',
    }
  return {
    cause: kind,
    expected: `${property} = ${expected}, as the document says`,
    actual: `${property} = ${actual}`,
    requirement: `${pointer} (the resulting state)`,
  }
}

const ofUnset = ({ property, actual, isDescribed = true, pointer }: Unset): Violation => ({
  cause: `unset ${property}`,
  expected: `${property} to be set, as ${isDescribed ? 'the document' : 'its name'} says`,
  actual: `${property} = ${show(actual)}`,
  requirement: isDescribed
    ? `${pointer} (the properties that the action sets)`
    : 'Convention: what is in a state has the time that is named after it',
  ...(!isDescribed && { severity: 'warning' }),
})

const ofUnrecorded = ({ property, expected, actual, pointer }: Unrecorded): Violation => ({
  cause: `unrecorded ${property}`,
  expected: `${property} = ${show(expected)}, as sent to the action`,
  actual: show(actual),
  requirement: `${pointer} (the request body)`,
})

const ofUncleared = ({ property, actual, pointer }: Uncleared): Violation => ({
  cause: `uncleared ${property}`,
  expected: `${property} to be cleared, as the document says`,
  actual: `${property} = ${show(actual)}, as before`,
  requirement: `${pointer} (the properties that the action clears)`,
})

function ofAttempt({ kind, answer, property, state, pointer }: Attempted<'taken' | 'refused'>): Violation {
  const attempt = `${answer.method} in state ${property} = ${state}`
  return {
    cause: `${kind} ${state}`,
    expected: `${attempt} to be ${kind === 'taken' ? 'refused' : 'accepted'}`,
    actual: describeAnswer(answer),
    requirement: `${pointer} (the states in which it is possible)`,
  }
}
