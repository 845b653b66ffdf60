import type { Document, SchemaNode } from '../document.ts'
import { valueAt } from '../reading/refs.ts'
import { describeSent } from './sent.ts'
import { describeShown } from './shown.ts'

/**
 * The document with schemas for those answers in JSON that it does not describe and that can be supposed: by the examples
 * that it shows, else by what is sent to make or change the records that are read. A server may be built on suppositions;
 * none is to be judged by them.
 */
export function supposeAnswers(document: Document): Document {
  return describeSent(describeShown(document))
}

/** Whether a schema is not what stands in the document as it was given. */
export function isSupposed(given: Document, { schema, pointer }: SchemaNode): boolean {
  return valueAt(given, pointer) !== schema
}
