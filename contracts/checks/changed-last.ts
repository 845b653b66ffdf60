import { show } from '../records/compare.ts'
import type { Json } from '../../spec/json.ts'
import type { Check } from '../check.ts'

export interface ChangeTimeEvidence {
  readonly property: string
  /** What it was before the change and still is. */
  readonly value: Json
  readonly pointer: string
}

/** What tells when a record was changed last tells so of each change. */
export const changedLast: Check<ChangeTimeEvidence> = {
  id: 'changed-last',
  title: 'The time of the last change is that of the last change',
  severity: 'error',
  requirement: 'OpenAPI 3.0.4 §4.7.24: the description of a property explains it',
  judge: ({ property, value, pointer }) => [
    {
      cause: property,
      expected: `another ${property} than before: a change was made`,
      actual: show(value),
      requirement: pointer,
    },
  ],
}
