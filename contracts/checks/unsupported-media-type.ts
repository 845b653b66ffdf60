import { describeAnswer, isSuccess, type Answer } from '../answer.ts'
import { fine, type Check } from '../check.ts'

export interface MediaTypeEvidence {
  readonly answer: Answer
  /** The Content-Type sent, with content of that type. */
  readonly sent: string
  /** The document's place of the content that is required. */
  readonly pointer: string
}

/** Content in a format the operation does not have is not taken for the content it requires. */
export const unsupportedMediaType: Check<MediaTypeEvidence> = {
  id: 'unsupported-media-type',
  title: 'Content of another type is refused',
  severity: 'error',
  requirement: 'RFC 9110 §15.5.16: 415 Unsupported Media Type',
  judge({ answer, sent, pointer }) {
    if (!isSuccess(answer.status)) return fine
    return [
      {
        cause: sent,
        expected: `415 to ${sent}`,
        actual: describeAnswer(answer),
        requirement: `${pointer}/content`,
      },
    ]
  },
}
