import type { Document, Operation } from '../document.ts'
import { idempotencyKeyParameter } from './idempotency-keys.ts'
import { normalizedSentences, parameterDescription, sentencesOf } from './prose/sentences.ts'
import { singularWordsOf } from './prose/words.ts'

const otherRequest = / (?:another|other|different|changed|mismatch|not the same|differ|reuse|reused) /
const inProgress = / (?:progress|running|processed|processing|concurrent|still|meanwhile) /

/**
 * The status of a request that reuses a key with another body, if the description of the operation, the header or a response states it:
 * `409 with another body`.
 */
export function reusedStatus(document: Document, operation: Operation): number | undefined {
  const { responses } = operation
  const inTexts = sentencesAboutKeys(document, operation).flatMap((sentence) => {
    const [status, ...others] = sentence.match(/\b4\d\d\b/g) ?? []
    return status === undefined || others.length > 0 ? [] : [{ status, sentence }]
  })
  const inResponses = responses
    .filter(({ status, description }) => /^4\d\d$/.test(status) && /idempoten/i.test(description))
    .map(({ status, description }) => ({ status, sentence: ` ${singularWordsOf(description)} ` }))
  const statement = [...inTexts, ...inResponses].find(
    ({ status, sentence }) =>
      otherRequest.test(sentence) &&
      !inProgress.test(sentence) &&
      responses.some((response) => response.status === status),
  )
  return statement && Number(statement.status)
}

/**
 * Whether a description says that the key alone decides: "The same key returns the order that was created first", "A request that
 * repeats the key of an earlier one gets the same order again".
 */
export const isAnsweredByKey = (document: Document, operation: Operation): boolean =>
  sentencesAboutKeys(document, operation).some((sentence) =>
    / (?:same key|repeat (?:the|a|an) (?:idempotency )?key(?: of (?:a|an|the) \w+ \w+)?) (?:alway )?(?:return|get|give|yield|answer|produce) (?!.* (?:body|payload|content|parameter|request) )/.test(
      sentence,
    ),
  )

/** The sentences of the header for the key, and those of the operation that speak of it. */
function sentencesAboutKeys(document: Document, operation: Operation): readonly string[] {
  const field = idempotencyKeyParameter(operation)
  return [
    ...normalizedSentences(field ? parameterDescription(document, field) : ''),
    ...sentencesOf(operation).filter((sentence) => / (?:key|idempotency) /.test(sentence)),
  ]
}
