import { header } from '../../spec/http.ts'
import { isJson } from '../answer.ts'
import { fine, type Check } from '../check.ts'
import type { Answer } from '../interaction.ts'

/** UTF-8 and its subsets. */
const utf8 = new Set(['utf-8', 'utf8', 'us-ascii', 'ascii'])

/** JSON is encoded as UTF-8 without a byte order mark, and declares no other charset. */
export const charset: Check<Answer> = {
  id: 'charset',
  title: 'JSON is encoded as UTF-8',
  severity: 'error',
  requirement:
    'RFC 8259 §8.1: JSON text exchanged between systems MUST be encoded using UTF-8, without a byte order mark',
  judge({ exchange, content }) {
    const { headers, body } = exchange.response
    const type = header(headers, 'content-type') ?? ''
    if (body.length === 0 || !isJson(type)) return fine
    const named = /;\s*charset\s*=\s*"?([^\s;,"]+)/i.exec(type)?.[1]
    if (named !== undefined && !utf8.has(named.toLowerCase())) {
      return [{ cause: 'other', expected: 'JSON in UTF-8', actual: `Content-Type: ${type}` }]
    }
    const hasMark = content.kind === 'json' && body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf
    return hasMark
      ? [
          {
            cause: 'byte-order-mark',
            expected: 'JSON without a byte order mark',
            actual: 'a byte order mark',
          },
        ]
      : fine
  },
}
