import { show } from '../records/compare.ts'
import type { Json } from '../../spec/json.ts'
import type { Check } from '../check.ts'

/** A property with the time of the last change that an update has left as it was. */
export interface ChangeTimeEvidence {
  readonly property: string
  /** Its value, the same before and after the update. */
  readonly value: Json
  readonly pointer: string
}

/** Every update sets the time of the last change. */
export const changedLast: Check<ChangeTimeEvidence> = {
  id: 'changed-last',
  title: 'Updates set the time of the last change',
  severity: 'error',
  requirement: 'OpenAPI 3.0.4 §4.7.24: the description of a property defines its meaning',
  judge: ({ property, value, pointer }) => [
    {
      cause: property,
      expected: `a new ${property} after an update`,
      actual: `${show(value)}, as before`,
      requirement: pointer,
    },
  ],
}
