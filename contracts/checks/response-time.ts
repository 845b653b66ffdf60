import { fine, type Check } from '../check.ts'
import type { Answer } from '../interaction.ts'

export interface TimeEvidence {
  readonly answer: Answer
  /** Milliseconds a response may take. */
  readonly budget: number
}

/** A response arrives within the time set by `--max-response-time`; without it nothing is too slow. */
export const responseTime: Check<TimeEvidence> = {
  id: 'response-time',
  title: 'Responses arrive in time',
  severity: 'warning',
  requirement: 'The --max-response-time option',
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
