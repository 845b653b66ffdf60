import type { Json } from '../../spec/json.ts'
import { show } from '../answers/compare.ts'
import type { Check } from '../check.ts'

export interface DefaultEvidence {
  readonly property: string
  readonly due: Json
  readonly seen: Json
  /** JSON pointer of the schema that has the default. */
  readonly pointer: string
}

/** A property that the request omits has its default in the record. */
export const defaults: Check<DefaultEvidence> = {
  id: 'defaults',
  title: 'Omitted properties get their defaults',
  severity: 'error',
  requirement: 'OpenAPI 3.0.4 §4.7.24: default is the value the server assumes when none is provided',
  judge: ({ property, due, seen, pointer }) => [
    {
      cause: `property:${property}`,
      expected: `${property} = ${show(due)}, the default of the omitted property`,
      actual: show(seen),
      requirement: `${pointer}/default`,
    },
  ],
}
