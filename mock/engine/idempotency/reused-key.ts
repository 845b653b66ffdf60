import type { Document, Operation } from '../../../spec/document.ts'
import { parameterDescription, normalizedSentences } from '../../../spec/inference/prose/sentences.ts'
import { singularWordsOf } from '../../../spec/inference/prose/words.ts'
import { isIdempotencyKey } from './idempotency.ts'

const otherRequest = / (?:another|other|different|changed|mismatch|not the same|differ|reuse|reused) /
const inProgress = / (?:progress|running|processed|processing|concurrent|still|meanwhile) /

/** The status of a request that reuses a key with another body, if the header's or a response's description states it: `409 with another body`. */
export function reusedStatus(document: Document, { parameters, responses }: Operation): number | undefined {
  const field = parameters.find(({ in: place, name }) => place === 'header' && isIdempotencyKey(name))
  const inHeader = normalizedSentences(field ? parameterDescription(document, field) : '').flatMap(
    (sentence) => {
      const [status, ...others] = sentence.match(/\b4\d\d\b/g) ?? []
      return status === undefined || others.length > 0 ? [] : [{ status, sentence }]
    },
  )
  const inResponses = responses
    .filter(({ status, description }) => /^4\d\d$/.test(status) && /idempoten/i.test(description))
    .map(({ status, description }) => ({ status, sentence: ` ${singularWordsOf(description)} ` }))
  const statement = [...inHeader, ...inResponses].find(
    ({ status, sentence }) =>
      otherRequest.test(sentence) &&
      !inProgress.test(sentence) &&
      responses.some((response) => response.status === status),
  )
  return statement && Number(statement.status)
}
