import type { Document, SchemaNode } from '../document.ts'
import { withoutKept } from '../inference/schemas/kept-property.ts'
import { valueAt } from '../json/refs.ts'
export { describeAsked } from './asked.ts'
import { describeFinders } from './finders.ts'
import { describeLinked } from './linked.ts'
import { describeSentStates } from './sent-states.ts'
import { describeSent } from './sent.ts'
import { describeShown } from './shown.ts'

/**
 * Adds schemas to JSON responses that the document does not describe: inferred from their examples, else from the requests that create
 * or change the same records. They are guesses to serve a mock with; a live API must not be checked against them.
 */
export function supposeAnswers(document: Document): Document {
  return describeSent(describeShown(document))
}

/** Adds what records have though responses tell it by links alone, and what the names of operations say of their parameters. */
export const supposeMeaning = (document: Document): Document =>
  describeSentStates(describeFinders(describeLinked(document)))

/** Whether a schema differs from the one at the same place of the original document. */
export function isSupposed(given: Document, node: SchemaNode): boolean {
  const { schema, pointer } = withoutKept(given, node)
  return valueAt(given, pointer) !== schema
}
