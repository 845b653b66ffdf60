import type { Pointer } from '../../spec/document.ts'
import type { Check } from '../check.ts'

export interface ShownOnceEvidence {
  readonly property: string
  /** Method of the request that returned it again. */
  readonly method: string
  readonly pointer: Pointer
  /** Whether it was returned for another record. */
  readonly isOther?: boolean
}

/** A value that the document says is shown on creation only is not returned again. */
export const shownOnce: Check<ShownOnceEvidence> = {
  id: 'shown-once',
  title: 'Values shown only on creation are not returned again',
  severity: 'error',
  requirement: 'OpenAPI 3.0.4 §4.7.24: the description of a property defines its meaning',
  judge: ({ property, method, pointer, isOther = false }) => [
    {
      cause: isOther ? `${property} of another` : property,
      expected: isOther
        ? `another ${property} for another record`
        : `${property} to be returned on creation only`,
      actual: `the same ${property} from ${method}`,
      requirement: pointer,
    },
  ],
}
