import { header } from '../../spec/http.ts'
import type { Answer } from '../answer.ts'
import { fine, type Check } from '../check.ts'

export interface TagEvidence {
  /** Two answers to the same request, with the same content. */
  readonly first: Answer
  readonly second: Answer
}

/** What stays the same keeps its entity tag: otherwise no condition is ever met. */
export const etagStable: Check<TagEvidence> = {
  id: 'etag-stable',
  title: 'The same content has the same ETag',
  severity: 'warning',
  requirement: 'RFC 9110 §8.8.3: an entity tag tells representations of one resource apart',
  judge({ first, second }) {
    const [before, after] = [first, second].map(({ exchange }) => header(exchange.response.headers, 'etag'))
    if (before === undefined || after === undefined || before === after) return fine
    if (before.startsWith('W/') || after.startsWith('W/')) return fine
    return [
      {
        cause: 'changes',
        expected: `ETag: ${before}, as before`,
        actual: `ETag: ${after}, with the same content`,
      },
    ]
  },
}
