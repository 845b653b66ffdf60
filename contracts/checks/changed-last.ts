import type { Json } from '../../spec/json.ts'
import { show } from '../answers/compare.ts'
import type { Check } from '../check.ts'

/** A property with the time of the last change that an update has left as it was. */
export interface ChangeTimeEvidence {
  readonly property: string
  /** Its value, the same before and after the update. */
  readonly value: Json
  readonly pointer: string
  /** Whether its description says what it tells, rather than only its name. */
  readonly isDescribed: boolean
}

/** Every update sets the time of the last change. */
export const changedLast: Check<ChangeTimeEvidence> = {
  id: 'changed-last',
  title: 'Updates set the time of the last change',
  severity: 'error',
  requirement: 'OpenAPI 3.0.4 §4.7.24: the description of a property defines its meaning',
  judge: ({ property, value, pointer, isDescribed }) => [
    {
      cause: property,
      expected: `a new ${property} after an update`,
      actual: `${show(value)}, as before`,
      requirement: pointer,
      ...(!isDescribed && { severity: 'warning' }),
    },
  ],
}
