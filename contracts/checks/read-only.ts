import type { Json } from '../../spec/json.ts'
import { show } from '../answers/compare.ts'
import type { Check } from '../check.ts'

/** A readOnly property that took the value sent by the client. */
export interface AssignmentEvidence {
  readonly property: string
  readonly sent: Json
  /** Pointer to the schema of the property. */
  readonly pointer: string
}

/** The server ignores or refuses values for readOnly properties. */
export const readOnly: Check<AssignmentEvidence> = {
  id: 'read-only',
  title: 'Clients cannot set readOnly properties',
  severity: 'error',
  requirement: 'OpenAPI 3.0.4 §4.7.24.1: a readOnly property SHOULD NOT be sent as part of the request',
  judge: ({ property, sent, pointer }) => [
    {
      cause: property,
      expected: `${property} to be assigned by the server`,
      actual: `${show(sent)}, as sent by the client`,
      requirement: `${pointer}/readOnly`,
    },
  ],
}
