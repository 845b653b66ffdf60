import { header } from '../../spec/http.ts'
import { fine, type Check } from '../check.ts'
import type { Answer } from '../interaction.ts'

export interface TagEvidence {
  /** Two answers to the same request, with the same content. */
  readonly first: Answer
  readonly second: Answer
}

/** Unchanged content keeps its entity tag; otherwise no conditional request can succeed. */
export const etagStable: Check<TagEvidence> = {
  id: 'etag-stable',
  title: 'Unchanged content keeps its ETag',
  severity: 'warning',
  requirement: 'RFC 9110 §8.8.3: an entity tag differentiates between representations of a resource',
  judge({ first, second }) {
    const [before, after] = [first, second].map(({ exchange }) => header(exchange.response.headers, 'etag'))
    if (before === undefined || after === undefined || before === after) return fine
    if (before.startsWith('W/') || after.startsWith('W/')) return fine
    return [
      {
        cause: 'changes',
        expected: `ETag: ${before}, as before`,
        actual: `ETag: ${after} for the same content`,
      },
    ]
  },
}
