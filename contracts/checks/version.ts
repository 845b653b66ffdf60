import { describeAnswer } from '../answer.ts'
import type { Check } from '../check.ts'
import type { Answer } from '../interaction.ts'

export type VersionEvidence =
  /** An update did not increase the version. */
  | { readonly kind: 'counts'; readonly property: string; readonly before: string; readonly after: string }
  /** An update based on an outdated version was accepted. */
  | {
      readonly kind: 'outdated'
      readonly property: string
      readonly answer: Answer
      readonly pointer: string
    }

/** The version of a record increases with every update, and updates to an outdated version are refused. */
export const version: Check<VersionEvidence> = {
  id: 'version',
  title: 'Versions count updates and prevent lost ones',
  severity: 'error',
  requirement: 'OpenAPI 3.0.4 §4.7.24: the description of a property defines its meaning',
  judge(evidence) {
    const { kind, property } = evidence
    if (kind === 'counts') {
      const { before, after } = evidence
      return [{ cause: kind, expected: `${property} above ${before} after an update`, actual: after }]
    }
    const { answer, pointer } = evidence
    return [
      {
        cause: kind,
        expected: `an update with an outdated ${property} to be refused`,
        actual: describeAnswer(answer),
        requirement: `${pointer} (updates to an outdated version are refused)`,
      },
    ]
  },
}
