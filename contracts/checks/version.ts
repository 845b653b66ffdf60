import { describeAnswer, type Answer } from '../answer.ts'
import type { Check } from '../check.ts'

export type VersionEvidence =
  /** A change was made, and the version is not a later one. */
  | { readonly kind: 'counts'; readonly property: string; readonly before: string; readonly after: string }
  /** A change to a version that is not the current one was accepted. */
  | {
      readonly kind: 'outdated'
      readonly property: string
      readonly answer: Answer
      readonly pointer: string
    }

/** A version counts the changes of its record, and keeps one from being made to what has changed since. */
export const version: Check<VersionEvidence> = {
  id: 'version',
  title: 'Versions count changes and guard them',
  severity: 'error',
  requirement: 'OpenAPI 3.0.4 §4.7.24: the description of a property explains it',
  judge(evidence) {
    const { kind, property } = evidence
    if (kind === 'counts') {
      const { before, after } = evidence
      return [{ cause: kind, expected: `a ${property} above ${before}: a change was made`, actual: after }]
    }
    const { answer, pointer } = evidence
    return [
      {
        cause: kind,
        expected: `a change to a ${property} that is not the current one to be refused`,
        actual: describeAnswer(answer),
        requirement: `${pointer} (what has changed since is not changed)`,
      },
    ]
  },
}
