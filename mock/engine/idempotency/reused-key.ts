import type { Document, Operation } from '../../../spec/document.ts'
import { parameterDescription, normalizedSentences } from '../../../spec/inference/prose/sentences.ts'
import { singularWordsOf } from '../../../spec/inference/prose/words.ts'
import { isIdempotencyKey } from './idempotency.ts'

const otherRequest = / (?:another|other|different|changed|mismatch|not the same|differ|reuse|reused) /
const inProgress = / (?:progress|running|processed|processing|concurrent|still|meanwhile) /

/** The status that a key with another body has, where the field's description says it, or a response: `409 with another body`. */
export function reusedStatus(document: Document, { parameters, responses }: Operation): number | undefined {
  const field = parameters.find(({ in: place, name }) => place === 'header' && isIdempotencyKey(name))
  const said = normalizedSentences(field ? parameterDescription(document, field) : '').flatMap((sentence) => {
    const [status, ...others] = sentence.match(/\b4\d\d\b/g) ?? []
    return status === undefined || others.length > 0 ? [] : [{ status, sentence }]
  })
  const described = responses
    .filter(({ status, description }) => /^4\d\d$/.test(status) && /idempoten/i.test(description))
    .map(({ status, description }) => ({ status, sentence: ` ${singularWordsOf(description)} ` }))
  const told = [...said, ...described].find(
    ({ status, sentence }) =>
      otherRequest.test(sentence) &&
      !inProgress.test(sentence) &&
      responses.some((each) => each.status === status),
  )
  return told && Number(told.status)
}
