import type { Document, Operation, SchemaNode } from '../../document.ts'
import { responseSchema } from '../bodies/content.ts'
import { sentencesOf } from '../prose/sentences.ts'
import { singular, wordsOf } from '../prose/words.ts'
import { isSameSchema } from '../schemas/similarity.ts'
import { stateChangesOf, type StateChange } from './action-outcome.ts'
import { describedState, statePrecondition } from './described-states.ts'

/** How a DELETE leaves a record that it does not remove. */
export interface KeptByDeletion {
  /** What it changes of the record; never empty. */
  readonly changes: readonly StateChange[]
  /** Whether a sentence says that the record remains, and not only the name of the operation that it gets another state. */
  readonly isDescribed: boolean
}

const kept =
  / (?:never (?:actually |physically )?(?:removed|deleted)|not (?:actually |physically |really )(?:removed|deleted)|(?:can|may) still be (?:read|retrieved|fetched|found|viewed|listed)|(?:remain|stay) (?:readable|visible|available|accessible|in the list)|(?:are|is) kept|soft delete) /

const condition = / (?:if|unless|otherwise|when|only|except|depending) /
/** Beginnings of texts that name no state a deletion leaves. */
const stateless = new Set(['', 'delete', 'remove', 'request'])

/** Whether a second DELETE is refused because of the state, and not with 404: "The card is in the trash already". */
function isRefusedAgain(
  document: Document,
  deletion: Operation,
  record: SchemaNode,
  changes: readonly StateChange[],
): boolean {
  const before = statePrecondition(document, record, deletion)
  return changes.some(
    ({ property, value }) => before?.property === property && before.refused.some((each) => each === value),
  )
}

/**
 * Whether a DELETE keeps the record in another state, by a sentence: "The service enters the state `ended`", by its summary or
 * operationId: "Deactivate a user", `disableKey`, or by what a description begins with if the response shows the record: "Cancels the
 * subscription". Undefined if it removes the record.
 */
export function keptByDeletion(
  document: Document,
  deletion: Operation,
  record: SchemaNode,
): KeptByDeletion | undefined {
  const description = (deletion.description ?? '').replaceAll(/<[^>]*>/g, ' ')
  const removes = /^\W*(?:delet|remov)e?s?\b/i.test(description)
  const stated = statedChange(document, record, deletion)
  const named =
    stated ?? (removes ? undefined : changesBy(document, record, [deletion.summary ?? '', deletion.id]))
  const shown = named ? undefined : responseSchema(deletion)
  const described =
    shown && isSameSchema(document, shown, record) ? changesBy(document, record, [description]) : undefined
  const changes = named ?? described
  if (!changes) return undefined
  return {
    changes,
    isDescribed:
      stated !== undefined ||
      described !== undefined ||
      sentencesOf(deletion).some((sentence) => kept.test(sentence)) ||
      isRefusedAgain(document, deletion, record, changes),
  }
}

/**
 * The state that a sentence says a deletion leaves the record in, always: "If it is a draft, it is removed" leaves open what remains,
 * and "The deleted bill" in a response need not be a state.
 */
function statedChange(
  document: Document,
  record: SchemaNode,
  deletion: Operation,
): readonly StateChange[] | undefined {
  const sentences = sentencesOf(deletion)
  if (sentences.some((sentence) => condition.test(sentence))) return undefined
  const state = describedState(document, record, deletion)
  if (!state) return undefined
  const word = state.value.toLowerCase()
  if (/^(?:deleted|removed)$/.test(word) && !sentences.some((each) => each.includes(` ${word} `)))
    return undefined
  return [{ property: state.property, value: state.value }]
}

/** The changes that the first word of one of the texts implies: "Cancels a subscription". */
const changesBy = (
  document: Document,
  record: SchemaNode,
  texts: readonly string[],
): readonly StateChange[] | undefined =>
  texts
    .map((text) => singular(wordsOf(text)[0] ?? ''))
    .filter((verb) => !stateless.has(verb))
    .map((verb) => stateChangesOf(document, record, verb))
    .find(({ length }) => length > 0)
