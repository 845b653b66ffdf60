import { declaresStatus, type Document, type Operation, type SchemaNode } from '../../document.ts'
import { possiblePropertiesOf } from '../../schemas/properties.ts'
import { typesOf } from '../../schemas/types.ts'
import { refusalStatements } from '../prose/refusal-statements.ts'
import { sentencesOf } from '../prose/sentences.ts'
import { wordsOf } from '../prose/words.ts'
import { actionName, stateChangesOf } from './action-outcome.ts'
import { statePrecondition, type StatePrecondition } from './described-states.ts'
import { isEnd } from './words/named-states.ts'
import { timestampedEvent } from './words/state-properties.ts'
import { pastForms } from './words/verb-forms.ts'

/** What an action does to a boolean property that its name implies: `archived` for `POST /projects/{id}/archive`. */
export interface FlagAction {
  readonly operation: Operation
  readonly property: string
  readonly value: boolean
  /** The status of the refusal if the property has the value already; undefined if the document describes none. */
  readonly refusal: number | undefined
}

/** The flag that an action sets or clears; undefined if its name implies no flag of the record, or several. */
export function flagActionOf(
  document: Document,
  record: SchemaNode,
  operation: Operation,
): FlagAction | undefined {
  const name = actionName(operation)
  const [change, ...others] = stateChangesOf(document, record, name)
  const before = statePrecondition(document, record, operation)
  if (change === undefined) return before && takenBack(operation, name, before)
  if (others.length > 0 || typeof change.value !== 'boolean') return undefined
  const { property, value } = change
  const isRefused = before?.property === property && before.certain.includes(value)
  return {
    operation,
    property,
    value,
    refusal: refusalOf(operation, name) ?? (isRefused ? before.status : undefined),
  }
}

/** An action that sets the time it is named for, `returned_at` for `POST /rentals/{id}/return`, and is refused the second time. */
export interface OnceOnlyAction {
  readonly operation: Operation
  readonly property: string
  /** The status of the refusal. */
  readonly refusal: number
}

/** The time that an action sets only once, as its description says; undefined if its name implies none, or several. */
export function onceOnlyAction(
  document: Document,
  record: SchemaNode,
  operation: Operation,
): OnceOnlyAction | undefined {
  const name = actionName(operation)
  const [change, ...others] = stateChangesOf(document, record, name)
  if (change === undefined || others.length > 0 || change.value !== undefined) return undefined
  const refusal = refusalOf(operation, name)
  return refusal === undefined ? undefined : { operation, property: change.property, refusal }
}

/**
 * The end of a record after which an action is refused, where only a time tells of it: "A loan cannot be renewed once returned", "409 if
 * the loan has been returned".
 */
export function refusedAfterEnd(
  document: Document,
  record: SchemaNode,
  operation: Operation,
): OnceOnlyAction | undefined {
  const usual = [409, 422].find((status) => declaresStatus(operation, status))
  const told = sentencesOf(operation).map((sentence) => ({ sentence, status: usual, isRefusal: false }))
  const refusals = refusalStatements(operation).map((each) => ({ ...each, isRefusal: true }))
  for (const [property, node] of possiblePropertiesOf(document, record)) {
    const event = timestampedEvent(property) ?? ''
    if (!isEnd(event) || !typesOf(document, node).has('null')) continue
    const excluded = new RegExp(
      ` (?:not|never|cannot|no longer) (?:\\w+ ){0,4}?(?:once|after|if|when)(?: (?:it|the \\w+))?(?: (?:is|wa|ha been))? ${event} |^ (?:an? )?${event} \\w+ (?:cannot|can not|can t|may not|must not|can no longer) be `,
    )
    const refused = new RegExp(` (?:is|wa|ha|been|already) ${event} `)
    const found = [...told, ...refusals].find(
      ({ sentence, isRefusal }) =>
        excluded.test(sentence) ||
        (isRefusal && refused.test(sentence) && !/ (?:not|unless) /.test(sentence)),
    )
    if (found?.status !== undefined && declaresStatus(operation, found.status))
      return { operation, property, refusal: found.status }
  }
  return undefined
}

/** Names of actions that take back what their description says the record has to be: `reopen` of a completed task. */
const reversals = /^(?:reopen|reactivate|restore|resume|undo|revert|reset)$/

function takenBack(
  operation: Operation,
  name: string,
  { property, refused, status }: StatePrecondition,
): FlagAction | undefined {
  const isReversal = refused.includes(false) && reversals.test(wordsOf(name)[0] ?? '')
  return isReversal ? { operation, property, value: false, refusal: status } : undefined
}

/**
 * The status with which an action is refused on a record that it has been performed on before: "409 if the project is already
 * archived", "Archiving it again is a 409", "Only archived projects can be unarchived, otherwise 409".
 */
function refusalOf(operation: Operation, name: string): number | undefined {
  const [verb = ''] = wordsOf(name)
  const done = [...pastForms(wordsOf(name))].join('|')
  const opposite = [...pastForms(wordsOf(name.replace(/^un|^de(?=activate)/i, '')))].join('|')
  const repeated = new RegExp(
    ` (?:already (?:been )?(?:${done})|(?:${done}) (?:already|before)|${verb.replace(/e$/, '')}ing (?:it |one )?(?:again|twice)) `,
  )
  const reversed = new RegExp(` only (?:an? )?(?:${opposite}) .*(?:can|may) be (?:${done}) `)
  const isMeant = (sentence: string): boolean =>
    repeated.test(sentence) || (opposite !== done && reversed.test(sentence))
  const named = sentencesOf(operation)
    .filter(isMeant)
    .flatMap(
      (sentence) => / (4\d\d) /.exec(sentence)?.[1] ?? (sentence.endsWith(' is a conflict ') ? 409 : []),
    )
  const described = refusalStatements(operation).filter(({ sentence }) => isMeant(sentence))
  return [...named.map(Number), ...described.map(({ status }) => status)].find((status) =>
    declaresStatus(operation, status),
  )
}
