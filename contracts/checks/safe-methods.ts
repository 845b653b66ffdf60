import { fine, type Check } from '../check.ts'

export interface SafetyEvidence {
  readonly method: string
  /** What changed between reading the state before and after the request, a few words each. */
  readonly changes: readonly string[]
}

/** GET, HEAD and OPTIONS change nothing. */
export const safeMethods: Check<SafetyEvidence> = {
  id: 'safe-methods',
  title: 'Safe methods change nothing',
  severity: 'error',
  requirement: 'RFC 9110 §9.2.1: safe methods are read-only; clients expect no state change from them',
  judge({ method, changes }) {
    if (changes.length === 0) return fine
    return [{ cause: method, expected: `${method} to change nothing`, actual: changes.join('; ') }]
  },
}
