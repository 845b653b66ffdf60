import type { Operation } from '../document.ts'
import { sentencesOf } from './prose/sentences.ts'

const statement =
  / (?:all|every) (?:\w+ )*or (?:\w+ )*none | none (?:of (?:them|the \w+) )?(?:is|are|will be) (?:\w+ )?(?:if|when|unless) | if (?:any|one) (?:of them )?.* none /

/** Whether an operation on several records is said to affect all of them or none: "All of them or, if one is unknown, none." */
export const isAllOrNone = (operation: Operation): boolean =>
  sentencesOf(operation).some((sentence) => statement.test(sentence))
