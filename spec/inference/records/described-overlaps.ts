import type { Operation, Pointer } from '../../document.ts'
import { refusalStatements } from '../prose/refusal-statements.ts'
import { sentencesOf } from '../prose/sentences.ts'

const forbids =
  / (?:cannot|can not|can t|may not|must not|must never|shall not|never) overlap | no (?:two )?overlapping /

const refuses = / overlap(?:ping)? /

/** Where the document says that the periods of a new record must not overlap those of others; undefined if it does not. */
export function describedOverlap(operation: Operation): Pointer | undefined {
  if (sentencesOf(operation).some((each) => forbids.test(each))) return operation.pointer
  return refusalStatements(operation).find(
    ({ sentence, status }) =>
      status === 409 && refuses.test(sentence) && !/ (?:not|without|no) /.test(sentence),
  )?.pointer
}
