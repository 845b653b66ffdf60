import type { Json } from '../../spec/json.ts'
import { show } from '../records/compare.ts'
import type { Check } from '../check.ts'

export interface AssignmentEvidence {
  readonly property: string
  readonly sent: Json
  /** Where the document says that it is readOnly. */
  readonly pointer: string
}

/** What only the server assigns is not taken from a client. */
export const readOnly: Check<AssignmentEvidence> = {
  id: 'read-only',
  title: 'What is readOnly cannot be set',
  severity: 'error',
  requirement: 'OpenAPI 3.0.4 §4.7.24.1: a readOnly property SHOULD NOT be sent as part of the request',
  judge: ({ property, sent, pointer }) => [
    {
      cause: property,
      expected: `${property} as the server assigns it`,
      actual: `${show(sent)}, as the client sent it`,
      requirement: `${pointer}/readOnly`,
    },
  ],
}
