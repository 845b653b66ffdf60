import { describeAnswer, type Answer } from '../answer.ts'
import type { Check, Violation } from '../check.ts'

export type StateEvidence =
  /** A new record is not in the state that the document tells. */
  | Told<'begins'>
  /** An action was taken from a state in which it is to be refused. */
  | Moved<'taken'>
  /** An action was refused, with words about the state, in one that it may be taken from. */
  | Moved<'refused'>
  /** What an action's own answer shows is not what is read then: the record is in the state that it was in. */
  | Told<'unseen'>
  /** A record was left in the state it was in, and the document tells another. */
  | Told<'stays'>

interface Told<Kind> {
  readonly kind: Kind
  readonly property: string
  /** The state that was told. */
  readonly told: string
  /** The one that was read. */
  readonly seen: string
  /** JSON pointer of the operation that tells it. */
  readonly pointer: string
}

interface Moved<Kind> {
  readonly kind: Kind
  readonly answer: Answer
  /** The property, and the state that it told before. */
  readonly property: string
  readonly state: string
  readonly pointer: string
}

/** Records are in the states that the document tells, and actions are taken from those that it names. */
export const states: Check<StateEvidence> = {
  id: 'states',
  title: 'Actions are taken from the states that are told',
  severity: 'error',
  requirement: 'OpenAPI 3.0.4 §4.7.10: the description of an operation explains its behaviour',
  judge: (evidence) => [violationOf(evidence)],
}

function violationOf(evidence: StateEvidence): Violation {
  if (evidence.kind === 'taken' || evidence.kind === 'refused') return ofMove(evidence)
  const { kind, property, told, seen, pointer } = evidence
  const actual = `${property} is ${seen}`
  if (kind === 'unseen')
    return {
      cause: kind,
      expected: `${property} to be ${told}, as the answer showed it`,
      actual: `${actual}, as before`,
      requirement: 'RFC 9110 §15.3.1: the content of 200 to POST is the result of the action',
    }
  const expected = `${property} to be ${told}, as the document tells`
  return { cause: kind, expected, actual, requirement: `${pointer} (the state that follows)` }
}

function ofMove({ kind, answer, property, state, pointer }: Moved<'taken' | 'refused'>): Violation {
  const what = `${answer.method} where ${property} is ${state}`
  return {
    cause: `${kind} ${state}`,
    expected: `${what} to be ${kind === 'taken' ? 'refused' : 'accepted'}`,
    actual: describeAnswer(answer),
    requirement: `${pointer} (the states that it may be taken from)`,
  }
}
