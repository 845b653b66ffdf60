import { header } from '../../spec/http.ts'
import { fine, type Check } from '../check.ts'
import type { Answer } from '../interaction.ts'

export interface LengthEvidence {
  readonly answer: Answer
  /** The 200 response that a 304 stands for. */
  readonly full?: Answer
}

/**
 * Content-Length is the length of the content, also on 304. A wrong length on other responses makes them unreadable and
 * is reported as no response.
 */
export const contentLength: Check<LengthEvidence> = {
  id: 'content-length',
  title: 'Content-Length matches the content',
  severity: 'error',
  requirement: 'RFC 9110 §8.6: Content-Length is the length of the content in bytes',
  judge({ answer, full }) {
    const { headers } = answer.exchange.response
    const length = header(headers, 'content-length')
    if (length === undefined) return fine
    if (header(headers, 'transfer-encoding') !== undefined) {
      const requirement = 'RFC 9112 §6.2: a sender MUST NOT send Content-Length with Transfer-Encoding'
      return [
        {
          cause: 'and-transfer-encoding',
          expected: 'either Content-Length or Transfer-Encoding',
          actual: 'both',
          requirement,
        },
      ]
    }
    if (!full || header(full.exchange.response.headers, 'content-encoding') !== undefined) return fine
    const expected = full.exchange.response.body.length
    if (Number(length) === expected) return fine
    return [
      {
        cause: 'of-304',
        expected: `no Content-Length with 304, or ${String(expected)} as with 200`,
        actual: `Content-Length: ${length}`,
      },
    ]
  },
}
