import type { Document, Parameter } from '../../document.ts'
import { parameterDescription } from '../prose/sentences.ts'

/** `The id of the last course of the previous page`, `an object ID that defines your place in the list`. */
const ofLastItem = [
  /\b(?:ids?|identifier)\b[^.;]*\b(?:of|for|from) the (?:last|final)\b/i,
  /\blast\b[^.;]*'s (?:id|identifier)\b/i,
  /\bis an? (?:\w+ )?(?:id|identifier)\b[^.;]*\bplace in the list\b/i,
  /\b(?:id|identifier)\b[^.;]*\bafter (?:this|that) (?:one|item|object|record)\b/i,
]

/** Cursors that the response provides, and ids of anything but items. */
const ofSomethingElse = /\b(?:opaque|token|encoded|(?:last|final|next|previous) page's|last page)\b/i

/** Whether a cursor is described as the id of the last item of the previous page. */
export function isIdCursor(document: Document, parameter: Parameter): boolean {
  const text = parameterDescription(document, parameter)
  return ofLastItem.some((pattern) => pattern.test(text)) && !ofSomethingElse.test(text)
}
