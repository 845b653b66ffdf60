import { describeAnswer, type Answer } from '../answer.ts'
import { fine, type Check } from '../check.ts'

export interface DuplicateEvidence {
  readonly answer: Answer
  /** Operations that refuse a request with a name twice, when the answer is to such a request and accepts it. */
  readonly refusedBy?: string
}

/** No object has one name twice: readers disagree about which value counts. */
export const duplicateKeys: Check<DuplicateEvidence> = {
  id: 'duplicate-keys',
  title: 'No name stands twice in an object',
  severity: 'error',
  requirement: 'RFC 8259 §4 and RFC 7493 §2.3: the names within an object are unique',
  judge({ answer, refusedBy }) {
    const { content } = answer
    if (refusedBy !== undefined) {
      const expected = `a request with a name twice to be refused, as ${refusedBy} does`
      return [{ cause: 'request', expected, actual: describeAnswer(answer) }]
    }
    if (content.kind !== 'json' || content.duplicate === undefined) return fine
    return [
      {
        cause: `name:${content.duplicate}`,
        expected: 'every name once',
        actual: `${content.duplicate} twice in one object`,
      },
    ]
  },
}
