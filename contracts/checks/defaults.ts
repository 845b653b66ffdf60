import type { Json } from '../../spec/json.ts'
import type { Check } from '../check.ts'
import { show } from '../records/compare.ts'

export interface DefaultEvidence {
  readonly property: string
  readonly due: Json
  readonly seen: Json
  /** JSON pointer of the schema that has the default. */
  readonly pointer: string
}

/** What a request leaves out has its default in the record. */
export const defaults: Check<DefaultEvidence> = {
  id: 'defaults',
  title: 'What is left out has its default',
  severity: 'error',
  requirement:
    'OpenAPI 3.0.4 §4.7.24: the default is what the consumer of the input assumes if no value is provided',
  judge: ({ property, due, seen, pointer }) => [
    {
      cause: `property:${property}`,
      expected: `${property} = ${show(due)}, the default, where it was not sent`,
      actual: show(seen),
      requirement: `${pointer}/default`,
    },
  ],
}
