import { header } from '../../spec/http.ts'
import { fine, type Check } from '../check.ts'
import type { Answer } from '../interaction.ts'

/** The content is encoded as Content-Encoding says, so that clients can decode it. */
export const contentCoding: Check<Answer> = {
  id: 'content-coding',
  title: 'Content is encoded as Content-Encoding says',
  severity: 'error',
  requirement: 'RFC 9110 §8.4: Content-Encoding indicates what codings have been applied to the content',
  judge({ exchange: { response } }) {
    if (response.isUndecodable !== true) return fine
    const coding = String(header(response.headers, 'content-encoding'))
    return [
      {
        cause: 'undecodable',
        expected: `content encoded as ${coding}`,
        actual: 'bytes that cannot be decoded',
      },
    ]
  },
}
