import type { Answer } from '../answer.ts'
import { fine, type Check } from '../check.ts'

export interface TimeEvidence {
  readonly answer: Answer
  /** Milliseconds a response may take. */
  readonly budget: number
}

/** No document says how long a response may take: judged only when the run is given a budget. */
export const responseTime: Check<TimeEvidence> = {
  id: 'response-time',
  title: 'Responses come in time',
  severity: 'warning',
  requirement: 'The budget of the run, --max-response-time',
  judge({ answer, budget }) {
    const { milliseconds } = answer.exchange
    if (milliseconds <= budget) return fine
    return [
      {
        cause: 'slow',
        expected: `a response within ${String(budget)} ms`,
        actual: `${String(answer.status)} after ${milliseconds.toFixed(0)} ms`,
      },
    ]
  },
}
