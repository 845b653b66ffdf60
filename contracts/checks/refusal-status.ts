import { describeAnswer } from '../answer.ts'
import { fine, type Check } from '../check.ts'
import type { Answer } from '../interaction.ts'
import { requestWith, type AcceptanceEvidence } from './invalid-refused.ts'

export interface RefusalStatusEvidence extends Pick<AcceptanceEvidence, 'cause' | 'title' | 'forbiddenBy'> {
  /** A refusal. */
  readonly answer: Answer
  /** The status that the document names for it. */
  readonly named: number
}

/** A request that the document refuses with a certain status has that status. */
export const refusalStatus: Check<RefusalStatusEvidence> = {
  id: 'refusal-status',
  title: 'Refusals have the status that the document names',
  severity: 'warning',
  requirement: 'OpenAPI 3.0.4 §4.7.10: the description of an operation defines its behaviour',
  judge({ answer, named, cause, title, forbiddenBy }) {
    if (answer.status === named) return fine
    return [
      {
        cause,
        expected: `${requestWith(title)} to be refused with ${String(named)}`,
        actual: describeAnswer(answer),
        requirement: forbiddenBy,
      },
    ]
  },
}
