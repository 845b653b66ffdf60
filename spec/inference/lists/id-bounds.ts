import type { Document, Operation, Parameter } from '../../document.ts'
import { queryParametersOf } from '../../parameters/members.ts'
import { parameterDescription } from '../prose/sentences.ts'
import { normalizeName } from '../prose/words.ts'
import { isIdCursor } from './id-cursor.ts'

/** Query parameters that bound a page by the id of an item. */
export interface IdBounds {
  /** Takes the id that all items are older than: `max_id`, or `before`, "Get messages before this message id", or "before this one". */
  readonly older: string | undefined
  /** Takes the id that all items are newer than: `since_id`. */
  readonly newer: string | undefined
  /** The same, for the page that ends there rather than for the newest ones: `min_id`, "Results immediately newer than this id", or `after`. */
  readonly nearest: string | undefined
}

const older = /\b(?:before|less(?:er)?|older|lower|smaller|prior|earlier)\b[^.;]*\b(?:ids?|this one)\b/i
const newer = /\b(?:after|since|great(?:er)?|newer|higher|larger|later)\b[^.;]*\b(?:ids?|this one)\b/i

const bounds = (document: Document, parameter: Parameter, names: RegExp, words: RegExp): boolean => {
  const text = parameterDescription(document, parameter)
  // "The id of a message. Only messages before it are listed."
  const named = /^The ids? of\b/i.test(text) ? text.replaceAll(/\bit\b/g, 'this one') : text
  return names.test(normalizeName(parameter.name)) && words.test(named) && !isIdCursor(document, parameter)
}

export function idBoundsOf(document: Document, operation: Operation): IdBounds {
  const find = (names: RegExp, words: RegExp): string | undefined =>
    queryParametersOf(operation).find((each) => bounds(document, each, names, words))?.name
  return {
    older: find(/^(?:max|before)(?:id)?$/, older),
    newer: find(/^since(?:id)?$/, newer),
    nearest: find(/^(?:min|after)(?:id)?$/, newer),
  }
}
