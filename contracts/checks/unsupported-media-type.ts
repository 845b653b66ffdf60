import { describeAnswer, isSuccess } from '../answer.ts'
import { fine, type Check } from '../check.ts'
import type { Answer } from '../interaction.ts'

export interface MediaTypeEvidence {
  readonly answer: Answer
  /** The Content-Type sent, with a matching body. */
  readonly sent: string
  /** Pointer to the required request body. */
  readonly pointer: string
  /** Whether the operation needs nothing of its body: then a server may have read none. */
  readonly isOptional?: boolean
}

/** A request body in a format that the operation does not declare is refused. */
export const unsupportedMediaType: Check<MediaTypeEvidence> = {
  id: 'unsupported-media-type',
  title: 'Unsupported content types are refused',
  severity: 'error',
  requirement: 'RFC 9110 §15.5.16: 415 refuses content in an unsupported format',
  judge({ answer, sent, pointer, isOptional }) {
    if (!isSuccess(answer.status)) return fine
    return [
      {
        cause: sent,
        expected: `415 for ${sent}`,
        actual: describeAnswer(answer),
        requirement: `${pointer}/content`,
        reason: sent,
        ...(isOptional && { severity: 'warning' }),
      },
    ]
  },
}
