import type { Pointer } from '../../spec/document.ts'
import type { Check } from '../check.ts'

export interface ShownOnceEvidence {
  readonly property: string
  /** What shows it again. */
  readonly by: string
  readonly pointer: Pointer
}

/** What is shown only when a record is made is not shown later. */
export const shownOnce: Check<ShownOnceEvidence> = {
  id: 'shown-once',
  title: 'What is shown only once is not shown again',
  severity: 'error',
  requirement: 'OpenAPI 3.0.4 §4.7.24: the description of a property explains it',
  judge: ({ property, by, pointer }) => [
    {
      cause: property,
      expected: `no ${property} as it was when the record was made`,
      actual: `it is shown again by ${by}`,
      requirement: pointer,
    },
  ],
}
