import type { Operation, Pointer } from '../../document.ts'
import type { Reference } from '../../resources.ts'
import { normalizedSentences, sentencesOf } from '../prose/sentences.ts'
import { singularNounOf, singularWordsOf } from '../prose/words.ts'

/** What an operation does with an id that it is sent and that no record has. */
export interface RefusedReference {
  readonly reference: Reference
  /** By which it refuses it, 404 or 422 mostly. */
  readonly status: number
  /** Where the document says so: the operation, or its response of that status. */
  readonly pointer: Pointer
}

const missing =
  / (?:(?:doe?|did) not exist|(?:don|doesn) t exist|no such|unknown|there (?:is|are) no|not(?: be)? found|not known) /

/**
 * The references whose records have to be there, where the document says so: `422 when the patient does not exist` of the
 * operation, or `Unknown patient` of a response. What the path leads through is not meant: that is the path's own 404.
 */
export function refusedReferences(
  operation: Operation,
  references: readonly Reference[],
): readonly RefusedReference[] {
  const said = [
    ...sentencesOf(operation).flatMap((sentence) =>
      (sentence.match(/ 4\d\d(?= )/g) ?? []).map((status) => ({
        sentence,
        status: Number(status),
        pointer: operation.pointer,
      })),
    ),
    ...operation.responses
      .filter(({ status }) => /^4\d\d$/.test(status))
      .flatMap(({ status, description, pointer }) =>
        normalizedSentences(description).map((sentence) => ({ sentence, status: Number(status), pointer })),
      ),
  ].filter(({ sentence }) => missing.test(sentence))
  const path = ` ${operation.path.split('/').map(singularWordsOf).join(' ')} `
  return references.flatMap((reference) => {
    const nouns = [
      singularNounOf(reference.resource),
      singularWordsOf(reference.property).replace(/ id$/, ''),
    ]
    if (nouns.some((noun) => path.includes(` ${noun} `))) return []
    const found = said.find(({ sentence }) => nouns.some((noun) => sentence.includes(` ${noun} `)))
    const isDeclared = found && operation.responses.some(({ status }) => status === String(found.status))
    return isDeclared ? [{ reference, status: found.status, pointer: found.pointer }] : []
  })
}
