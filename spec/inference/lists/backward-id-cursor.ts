import type { Document, Operation } from '../../document.ts'
import { queryParametersOf } from '../../parameters/members.ts'
import { parameterDescription } from '../prose/sentences.ts'

/** `The id of the first course of the next page`, `an object ID that defines your place in the list`. */
const ofFirstItem = [
  /\b(?:ids?|identifier)\b[^.;]*\b(?:of|for|from) the first\b/i,
  /\bfirst\b[^.;]*'s (?:id|identifier)\b/i,
  /\bis an? (?:\w+ )?(?:id|identifier)\b[^.;]*\bplace in the list\b/i,
]

/**
 * The query parameter that takes the id of the item that a page ends before, such as `ending_before`. A plain `before` may
 * mean an earlier time, which in a list with the newest first is further on.
 */
export function backwardIdCursor(document: Document, operation: Operation): string | undefined {
  const parameter = queryParametersOf(operation).find((each) =>
    /^(?:ending|end|page)[[_-]?before\]?$/i.test(each.name),
  )
  const text = parameter ? parameterDescription(document, parameter) : ''
  const isId =
    ofFirstItem.some((pattern) => pattern.test(text)) && !/\b(?:opaque|token|encoded)\b/i.test(text)
  return isId ? parameter?.name : undefined
}
