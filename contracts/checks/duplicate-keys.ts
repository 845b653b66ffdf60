import { describeAnswer } from '../answer.ts'
import { fine, type Check } from '../check.ts'
import type { Answer } from '../interaction.ts'

export interface DuplicateEvidence {
  readonly answer: Answer
  /** Operations that refuse duplicate names, for people; set when the answer accepts a request with one. */
  readonly refusedBy?: string
}

/** No JSON object has duplicate names, because parsers disagree about which value counts. */
export const duplicateKeys: Check<DuplicateEvidence> = {
  id: 'duplicate-keys',
  title: 'JSON objects have unique names',
  severity: 'error',
  requirement: 'RFC 8259 §4 and RFC 7493 §2.3: the names within an object are unique',
  judge({ answer, refusedBy }) {
    const { content } = answer
    if (refusedBy !== undefined) {
      const expected = `a request with a duplicate name to be refused, as ${refusedBy} does`
      return [{ cause: 'request', expected, actual: describeAnswer(answer) }]
    }
    if (content.kind !== 'json' || content.duplicate === undefined) return fine
    return [
      {
        cause: `name:${content.duplicate}`,
        expected: 'unique names within each object',
        actual: `${content.duplicate} twice in one object`,
      },
    ]
  },
}
