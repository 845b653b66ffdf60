import { fine, type Check } from '../check.ts'

export interface SafetyEvidence {
  readonly method: string
  /** What changed between two looks at the state with only this request between, in a few words each. */
  readonly changes: readonly string[]
}

/** Reading changes nothing. */
export const safeMethods: Check<SafetyEvidence> = {
  id: 'safe-methods',
  title: 'Safe methods change nothing',
  severity: 'error',
  requirement:
    'RFC 9110 §9.2.1: the client does not request, and does not expect, any state change from a safe method',
  judge({ method, changes }) {
    const [first] = changes
    return first === undefined
      ? fine
      : [{ cause: method, expected: `${method} to change nothing`, actual: changes.join('; ') }]
  },
}
